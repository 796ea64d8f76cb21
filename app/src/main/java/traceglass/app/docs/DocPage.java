package traceglass.app.docs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/// A page of the documentation. Its tree of nodes must not be changed.
public final class DocPage {

    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    private final String id;
    private final String title;
    private final Node root;
    private final List<DocSection> sections = new ArrayList<>();
    private final Map<Node, String> anchors = new IdentityHashMap<>();
    private final Set<String> anchorNames = new HashSet<>();

    private DocPage(String id, Node root) {
        this.id = id;
        this.root = root;
        readSections();
        title = sections.isEmpty() ? id : sections.getFirst().title();
    }

    /// Parses a page.
    ///
    /// @param id name of the file, without `.md`
    public static DocPage parse(String id, String markdown) {
        return new DocPage(id, PARSER.parse(markdown));
    }

    private void readSections() {
        Map<String, Integer> used = new HashMap<>();
        Heading heading = null;
        StringBuilder text = new StringBuilder();
        for (Node node = root.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading next) {
                endSection(heading, text);
                heading = next;
                String anchor = DocText.anchor(DocText.of(next));
                int previous = used.merge(anchor, 1, Integer::sum) - 1;
                anchors.put(next, previous == 0 ? anchor : anchor + "-" + previous);
                text.setLength(0);
            } else {
                text.append(DocText.of(node)).append(' ');
            }
        }
        endSection(heading, text);
        anchorNames.addAll(anchors.values());
    }

    private void endSection(@Nullable Heading heading, StringBuilder text) {
        if (heading != null) {
            sections.add(new DocSection(
                    heading.getLevel(),
                    DocText.of(heading),
                    Objects.requireNonNull(anchors.get(heading)),
                    text.toString().strip()));
        }
    }

    /// Name of the file, without `.md`.
    public String id() {
        return id;
    }

    /// The first heading.
    public String title() {
        return title;
    }

    /// The document as a tree.
    public Node root() {
        return root;
    }

    /// The parts of the page, in order; the first one has the title of the page.
    public List<DocSection> sections() {
        return sections;
    }

    /// Id of a heading of this page; empty for other nodes.
    public Optional<String> anchor(Node heading) {
        return Optional.ofNullable(anchors.get(heading));
    }

    /// Returns whether a heading has this id.
    public boolean hasAnchor(String anchor) {
        return anchorNames.contains(anchor);
    }

    /// Returns the pictures that comments describe, in order.
    public List<DocPicture> pictures() {
        List<DocPicture> pictures = new ArrayList<>();
        visit(root, node -> {
            if (node instanceof HtmlBlock html) {
                DocPicture.of(html.getLiteral()).ifPresent(pictures::add);
            }
        });
        return pictures;
    }

    /// Returns the links, in order.
    public List<Link> links() {
        List<Link> links = new ArrayList<>();
        visit(root, node -> {
            if (node instanceof Link link) {
                links.add(link);
            }
        });
        return links;
    }

    /// Visits a node and all nodes in it, in order.
    static void visit(Node node, Consumer<Node> visitor) {
        visitor.accept(node);
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            visit(child, visitor);
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
