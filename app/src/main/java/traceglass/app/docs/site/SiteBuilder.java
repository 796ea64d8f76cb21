package traceglass.app.docs.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import traceglass.app.docs.DocLibrary;
import traceglass.app.docs.DocPage;
import traceglass.app.docs.DocPicture;
import traceglass.app.docs.DocSection;
import traceglass.app.docs.LinkCheck;
import traceglass.app.docs.SchemaDocs;
import traceglass.store.text.Json;

/// Builds the web site from the documents.
public final class SiteBuilder {

    private static final String PICTURES = "--pictures";

    private SiteBuilder() {}

    /// Builds the site, or prints the pictures that it needs.
    ///
    /// `DOCUMENTS OUT` writes the site to a folder; pictures in `OUT/images` appear on its pages. `--pictures
    /// DOCUMENTS` prints a line for each picture: its name, a tab, and the options of `traceglass screenshot`.
    public static void main(String[] args) throws IOException {
        if (args.length == 2 && args[0].equals(PICTURES)) {
            for (DocPicture picture : pictures(DocLibrary.in(Path.of(args[1])))) {
                System.out.println(picture.name() + "\t" + picture.options());
            }
            return;
        }
        if (args.length != 2) {
            System.err.println(SiteTexts.USAGE);
            System.exit(2);
        }
        Path documents = Path.of(args[0]);
        Path site = Path.of(args[1]);
        DocLibrary library = SchemaDocs.addCompleteTo(DocLibrary.in(documents));
        List<String> problems = LinkCheck.problems(library, documents);
        if (!problems.isEmpty()) {
            problems.forEach(System.err::println);
            System.err.println(SiteTexts.deadLinks(problems.size()));
            System.exit(1);
        }
        write(library, documents, site);
        System.out.println(SiteTexts.written(library.pages().size(), site));
    }

    static List<DocPicture> pictures(DocLibrary library) {
        return library.pages().stream().flatMap(p -> p.pictures().stream()).toList();
    }

    /// Writes all files of the site except the pictures.
    static void write(DocLibrary library, Path documents, Path site) throws IOException {
        Files.createDirectories(site);
        PageHtml html = new PageHtml(library, site);
        for (DocPage page : library.pages()) {
            Files.writeString(site.resolve(PageHtml.file(page.id())), html.of(page));
            SiteFiles.copyLinked(page, documents, site);
        }
        SiteFiles.copyAssets(site);
        Files.writeString(site.resolve("search-index.js"), searchIndex(library));
    }

    /// Returns a script with the sections of all pages, for the search. It is not a JSON file, because a page
    /// opened from a disk can't read other files.
    private static String searchIndex(DocLibrary library) {
        return "searchIndex("
                + Json.compact(out -> {
                    out.writeStartArray();
                    for (DocPage page : library.pages()) {
                        for (DocSection section : page.sections()) {
                            out.writeStartArray();
                            out.writeString(PageHtml.file(page.id()));
                            out.writeString(section.level() == 1 ? "" : section.anchor());
                            out.writeString(page.title());
                            out.writeString(section.title());
                            out.writeString(section.text());
                            out.writeEndArray();
                        }
                    }
                    out.writeEndArray();
                })
                + ");\n";
    }
}
