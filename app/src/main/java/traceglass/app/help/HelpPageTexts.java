package traceglass.app.help;

import static traceglass.store.language.Translations.tr;

import traceglass.app.docs.DocHit;

/// Texts of the help page.
final class HelpPageTexts {

    private HelpPageTexts() {}

    static final String HELP = tr("Help");
    static final String SEARCH = tr("Search the documentation");
    static final String CONTENTS = tr("Contents");
    static final String BACK = tr("Back");
    static final String LOADING = tr("Reading the documentation…");
    static final String UNREADABLE = tr("The documentation can't be read.");
    static final String NO_MATCHES = tr("Nothing found.");
    static final String OPEN_SQL = tr("Open as SQL");
    static final String COPY_ADDRESS = tr("Click to copy this address: ");

    static String failed(String reason) {
        return UNREADABLE + " " + reason;
    }

    static String copied(String address) {
        return tr("Copied {0}", address);
    }

    static String hit(DocHit hit) {
        String page = hit.page().title();
        return hit.section().level() == 1 ? page : page + " › " + hit.section().title();
    }
}
