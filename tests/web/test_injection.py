"""Names and chat are text: whatever they hold, nothing of it runs and nothing breaks the content policy."""

import playing

TAGS = [
    "<script>window.hit=1</script>",
    "<img src=x onerror=window.hit=1>",
    "<svg onload=window.hit=1>",
    "<iframe srcdoc='<script>parent.hit=1</script>'>",
    "<a href=javascript:window.hit=1>x</a>",
    "<style>*{display:none}</style>",
    "<body onload=window.hit=1>",
    "<math><mtext><img src=x onerror=window.hit=1>",
    "<details open ontoggle=window.hit=1>",
    "<input autofocus onfocus=window.hit=1>",
]
BEFORE = ["", '"', "'", "`", "}}", "${", "{@html `", "</p>", "-->", "]]>"]
AFTER = ["", '">', "{{hit=1}}", "\u202e"]
STRINGS = [before + tag + after for tag in TAGS for before in BEFORE for after in AFTER[:2]]

WATCH = """window.reports = [];
document.addEventListener("securitypolicyviolation", e => reports.push(e.violatedDirective + " " + e.sample));"""

HARM = "[window.hit ?? null, window.reports]"


def test_two_hundred_strings_are_shown_and_none_runs(visitors):
    assert len(set(STRINGS)) == 200
    page = visitors.page(name=STRINGS[1][:40])
    page.add_init_script(WATCH)
    table = playing.sit_down(page, "ten_tricks_later", options={}, name=STRINGS[1][:40])
    page.get_by_role("tab", name="Chat").click()
    box = page.get_by_label("Say something to the table")
    for text in STRINGS:
        box.fill(text)
        box.press("Enter")
    page.wait_for_function("n => document.querySelectorAll('aside .chat li').length >= n", arg=len(STRINGS))
    said = page.locator("aside .chat").text_content()
    assert [text for text in STRINGS if text not in said] == []
    assert page.evaluate(HARM) == [None, []]
    page.goto(f"/replay/{table}")
    page.wait_for_selector("header")
    assert page.evaluate(HARM) == [None, []]
    page.goto(f"/table/{table}")
    page.wait_for_selector("[data-settled=true]")
    assert STRINGS[1][:40] in page.locator("[data-settled]").text_content()
    assert page.evaluate(HARM) == [None, []]
