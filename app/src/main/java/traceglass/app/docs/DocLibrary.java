package traceglass.app.docs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.jspecify.annotations.Nullable;

/// The pages of the documentation and their order. Immutable.
///
/// The page `index` defines the order: each of its headings of level 2 is a group, and the pages in the lists below it
/// belong to the group. Pages to which it has no link form the last group.
public final class DocLibrary {

    /// Id of the page that defines the table of contents.
    public static final String INDEX = "index";

    private static final String FOLDER = "pages";
    private static final String EXTENSION = ".md";
    private static final int CONTENTS_LEVEL = 2;

    private final Map<String, DocPage> pages = new LinkedHashMap<>();
    private final List<DocPage> generated;
    private final List<DocGroup> contents;
    private @Nullable DocSearch search;

    private DocLibrary(List<DocPage> written, List<DocPage> generated, List<DocPage> listed) {
        written.forEach(p -> pages.put(p.id(), p));
        generated.forEach(p -> pages.put(p.id(), p));
        this.generated = List.copyOf(generated);
        contents = contents(written, listed);
    }

    /// Creates a library of hand-written pages.
    public static DocLibrary of(List<DocPage> pages) {
        return new DocLibrary(pages, List.of(), List.of());
    }

    /// Returns this library with other generated pages.
    ///
    /// @param newPages all generated pages
    /// @param listed generated pages that the table of contents lists, in a separate group
    public DocLibrary with(List<DocPage> newPages, List<DocPage> listed) {
        List<DocPage> written =
                pages.values().stream().filter(p -> !generated.contains(p)).toList();
        return new DocLibrary(written, newPages, listed);
    }

    /// Reads the pages that are bundled with the program.
    ///
    /// @throws IOException if the pages can't be read, or if the program was built without them
    public static DocLibrary bundled() throws IOException {
        URL url = DocLibrary.class.getResource(FOLDER);
        if (url == null) {
            throw new IOException("The documentation is not part of this build.");
        }
        try {
            URI uri = url.toURI();
            if (!uri.getScheme().equals("jar")) {
                return in(Path.of(uri));
            }
            String location = uri.getRawSchemeSpecificPart();
            int inside = location.indexOf('!');
            try (FileSystem jar = FileSystems.newFileSystem(Path.of(URI.create(location.substring(0, inside))))) {
                return in(jar.getPath(location.substring(inside + 1)));
            }
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /// Reads the pages in a folder: its `.md` files.
    public static DocLibrary in(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> paths = Files.list(folder)) {
            files = paths.filter(f -> f.toString().endsWith(EXTENSION)).sorted().toList();
        }
        List<DocPage> pages = new ArrayList<>();
        for (Path file : files) {
            String name = String.valueOf(file.getFileName());
            pages.add(DocPage.parse(name.substring(0, name.length() - EXTENSION.length()), Files.readString(file)));
        }
        return of(pages);
    }

    /// Returns all pages, hand-written ones first.
    public List<DocPage> pages() {
        return List.copyOf(pages.values());
    }

    /// Returns the page with this id.
    public Optional<DocPage> page(String id) {
        return Optional.ofNullable(pages.get(id));
    }

    /// Returns the groups of the table of contents, in order.
    public List<DocGroup> contents() {
        return contents;
    }

    /// Returns the sections that match a query, best match first.
    public synchronized List<DocHit> search(String query, int limit) {
        if (search == null) {
            search = new DocSearch(pages());
        }
        return search.find(query, limit);
    }

    private List<DocGroup> contents(List<DocPage> written, List<DocPage> listed) {
        List<DocGroup> groups = new ArrayList<>();
        Set<String> named = new LinkedHashSet<>(List.of(INDEX));
        DocPage index = pages.get(INDEX);
        if (index != null) {
            String title = "";
            for (Node node = index.root().getFirstChild(); node != null; node = node.getNext()) {
                if (node instanceof Heading heading && heading.getLevel() == CONTENTS_LEVEL) {
                    title = DocText.of(heading);
                } else if (node instanceof ListBlock && !title.isEmpty()) {
                    groups.add(new DocGroup(title, pagesIn(node, named)));
                }
            }
        }
        if (!listed.isEmpty()) {
            groups.add(new DocGroup(DocsTexts.REFERENCE, listed));
        }
        List<DocPage> others = written.stream()
                .filter(p -> !named.contains(p.id()))
                .sorted(Comparator.comparing(DocPage::title))
                .toList();
        if (!others.isEmpty()) {
            groups.add(new DocGroup(DocsTexts.MORE, others));
        }
        return List.copyOf(groups);
    }

    private List<DocPage> pagesIn(Node list, Set<String> named) {
        List<DocPage> found = new ArrayList<>();
        DocPage.visit(list, node -> {
            if (node instanceof Link link
                    && DocTarget.of(INDEX, link.getDestination()) instanceof DocTarget.Page target
                    && pages.containsKey(target.page())
                    && named.add(target.page())) {
                page(target.page()).ifPresent(found::add);
            }
        });
        return found;
    }
}
