import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { icons, rules } from "./plugins/sources";

export default defineConfig({
  plugins: [svelte(), icons(), rules()],
  build: {
    outDir: "../src/lasttrick/web",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows no data: fonts
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
