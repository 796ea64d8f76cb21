package traceglass.app.help;

import traceglass.app.docs.DocHit;

/// Texts of the help page.
final class HelpPageTexts {

    private HelpPageTexts() {}

    static final String HELP = "Help";
    static final String SEARCH = "Search the documentation";
    static final String CONTENTS = "Contents";
    static final String BACK = "Back";
    static final String LOADING = "Reading the documentation…";
    static final String UNREADABLE = "The documentation can't be read.";
    static final String NO_MATCHES = "Nothing found.";
    static final String OPEN_SQL = "Open as SQL";
    static final String COPY_ADDRESS = "Click to copy this address: ";

    static String failed(String reason) {
        return UNREADABLE + " " + reason;
    }

    static String copied(String address) {
        return "Copied " + address;
    }

    static String hit(DocHit hit) {
        String page = hit.page().title();
        return hit.section().level() == 1 ? page : page + " › " + hit.section().title();
    }
}
