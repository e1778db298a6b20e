declare module "virtual:icons/*" {
  const path: string;
  export default path;
}

declare module "virtual:rules/*" {
  const clauses: { id: string; text: string }[];
  export default clauses;
}
