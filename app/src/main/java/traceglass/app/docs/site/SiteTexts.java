package traceglass.app.docs.site;

/// Texts of the web site and of its command.
final class SiteTexts {

    private SiteTexts() {}

    static final String NAME = "Traceglass";
    static final String SEARCH = "Search";
    static final String THEME = "Switch between light and dark";
    static final String MENU = "Contents";
    static final String ON_THIS_PAGE = "On this page";
    static final String USAGE = "usage: SiteBuilder DOCUMENTS OUT, or SiteBuilder --pictures DOCUMENTS";

    /// Template of a page; words in `@` are replaced.
    static final String PAGE = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>@TITLE@ – @NAME@</title>
        <link rel="stylesheet" href="site.css">
        <script src="site.js" defer></script>
        </head>
        <body>
        <header>
        <button id="menu" type="button" aria-label="@MENU@">☰</button>
        <a class="home" href="index.html">@NAME@</a>
        <input id="search" type="search" placeholder="@SEARCH@" aria-label="@SEARCH@" autocomplete="off">
        <button id="theme" type="button" aria-label="@THEME@" title="@THEME@">◐</button>
        <ol id="hits" hidden></ol>
        </header>
        <div class="columns">
        <nav class="contents" aria-label="@MENU@">
        @CONTENTS@</nav>
        <main>
        @BODY@</main>
        @HEADINGS@
        </div>
        </body>
        </html>
        """;

    static String deadLinks(int count) {
        return count == 1 ? "1 dead link" : count + " dead links";
    }

    static String written(int pages, Object folder) {
        return pages + " pages written to " + folder;
    }
}
