package traceglass.app.docs;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;

/// Finds dead links: links to pages, headings and files that do not exist. Addresses on the web are checked
/// for their syntax only.
public final class LinkCheck {

    /// Remainder of `[text][reference]` if the reference is not defined.
    private static final Pattern UNDEFINED = Pattern.compile("]\\[|]\\(");

    private final DocLibrary library;
    private final Path folder;
    private final List<String> problems = new ArrayList<>();

    private LinkCheck(DocLibrary library, Path folder) {
        this.library = library;
        this.folder = folder;
    }

    /// Returns a message for each dead link.
    ///
    /// @param folder folder of the documents, which links to files are relative to
    public static List<String> problems(DocLibrary library, Path folder) {
        LinkCheck check = new LinkCheck(library, folder);
        for (DocPage page : library.pages()) {
            DocPage.visit(page.root(), node -> check.checkNode(page, node));
        }
        return check.problems;
    }

    private void checkNode(DocPage page, Node node) {
        switch (node) {
            case Link link -> checkTarget(page, link.getDestination());
            case Image image -> checkTarget(page, image.getDestination());
            case Text text when isUndefined(text) -> addProblem(page, "undefined reference: " + text.getLiteral());
            default -> {
                // Not a link.
            }
        }
    }

    /// Returns whether a text is a link to an undefined reference. Joins the texts of adjacent nodes, because the
    /// parser makes each bracket a separate node.
    private static boolean isUndefined(Text text) {
        StringBuilder joined = new StringBuilder(text.getLiteral());
        for (Node next = text.getNext(); next instanceof Text more && joined.length() < 200; next = next.getNext()) {
            joined.append(more.getLiteral());
        }
        return !(text.getPrevious() instanceof Text)
                && UNDEFINED.matcher(joined).find();
    }

    private void checkTarget(DocPage page, String destination) {
        switch (DocTarget.of(page.id(), destination)) {
            case DocTarget.Web(String address) -> {
                if (!isAddress(address)) {
                    addProblem(page, "not an address: " + address);
                }
            }
            case DocTarget.File(String path) -> {
                if (!Files.exists(folder.resolve(path))) {
                    addProblem(page, "no such file: " + path);
                }
            }
            case DocTarget.Page(String id, String anchor) -> {
                Optional<DocPage> found = library.page(id);
                if (found.isEmpty()) {
                    addProblem(page, "no such page: " + id);
                } else if (!anchor.isEmpty() && !found.get().hasAnchor(anchor)) {
                    addProblem(page, "no such heading: " + id + "#" + anchor);
                }
            }
        }
    }

    private static boolean isAddress(String address) {
        try {
            URI uri = new URI(address);
            return uri.getScheme().equals("https") || uri.getScheme().equals("http")
                    ? uri.getHost() != null
                    : uri.getScheme().equals("mailto");
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private void addProblem(DocPage page, String text) {
        problems.add(page.id() + ": " + text);
    }
}
