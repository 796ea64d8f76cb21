package traceglass.app.docs;

/// Destination of a link on a page.
public sealed interface DocTarget {

    /// A page, or a heading of it.
    ///
    /// @param page id of the page
    /// @param anchor id of a heading, or empty
    record Page(String page, String anchor) implements DocTarget {}

    /// An address on the web.
    record Web(String address) implements DocTarget {}

    /// A file or folder of the repository that is not a page.
    ///
    /// @param path path relative to the folder of the documents
    record File(String path) implements DocTarget {}

    /// Parses the destination of a link.
    ///
    /// @param page id of the page with the link
    static DocTarget of(String page, String destination) {
        if (destination.matches("[a-z][a-z0-9+.-]*:.*")) {
            return new Web(destination);
        }
        int hash = destination.indexOf('#');
        String path = hash < 0 ? destination : destination.substring(0, hash);
        String anchor = hash < 0 ? "" : destination.substring(hash + 1);
        if (path.isEmpty()) {
            return new Page(page, anchor);
        }
        if (path.endsWith(".md") && !path.contains("/")) {
            return new Page(path.substring(0, path.length() - ".md".length()), anchor);
        }
        return new File(path);
    }
}
