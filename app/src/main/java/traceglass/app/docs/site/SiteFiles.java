package traceglass.app.docs.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.commonmark.node.Link;
import traceglass.app.docs.DocPage;
import traceglass.app.docs.DocTarget;

/// Copies files into the site: its style and script, and files of the repository that pages link to.
final class SiteFiles {

    private static final List<String> ASSETS = List.of("site.css", "site.js");

    private SiteFiles() {}

    /// Path of a linked file below [PageHtml#FILES]. A folder is represented by a page that lists its files.
    static String location(String path) {
        String inside = path.replaceAll("^(\\.\\./)+", "").replaceAll("/+$", "");
        return inside.matches(".*\\.\\w+") ? inside : inside + "/index.html";
    }

    static void copyAssets(Path site) throws IOException {
        for (String name : ASSETS) {
            try (InputStream in = Objects.requireNonNull(SiteFiles.class.getResourceAsStream(name), name)) {
                Files.copy(in, site.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /// Copies the files to which the page links, except pages.
    static void copyLinked(DocPage page, Path documents, Path site) throws IOException {
        for (Link link : page.links()) {
            if (DocTarget.of(page.id(), link.getDestination()) instanceof DocTarget.File(String path)) {
                Path from = documents.resolve(path);
                Path to = site.resolve(PageHtml.FILES).resolve(location(path));
                Files.createDirectories(Objects.requireNonNull(to.getParent()));
                if (Files.isDirectory(from)) {
                    copyFolder(from, to);
                } else {
                    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void copyFolder(Path from, Path index) throws IOException {
        List<Path> files;
        try (Stream<Path> paths = Files.walk(from)) {
            files = paths.filter(Files::isRegularFile).sorted().toList();
        }
        StringBuilder list = new StringBuilder("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>"
                + PageHtml.escape(String.valueOf(from.getFileName())) + "</title>\n<ul>\n");
        for (Path file : files) {
            String name = from.relativize(file).toString().replace('\\', '/');
            Path to = index.resolveSibling(name);
            Files.createDirectories(Objects.requireNonNull(to.getParent()));
            Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
            String escaped = PageHtml.escape(name);
            list.append("<li><a href=\"")
                    .append(escaped)
                    .append("\">")
                    .append(escaped)
                    .append("</a></li>\n");
        }
        Files.writeString(index, list.append("</ul>\n"));
    }
}
