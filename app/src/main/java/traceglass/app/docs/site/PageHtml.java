package traceglass.app.docs.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;
import traceglass.app.docs.DocGroup;
import traceglass.app.docs.DocLibrary;
import traceglass.app.docs.DocPage;
import traceglass.app.docs.DocPicture;
import traceglass.app.docs.DocSection;
import traceglass.app.docs.DocTarget;

/// Writes the HTML of pages.
final class PageHtml {

    /// Folder of pictures in the site.
    static final String PICTURES = "images";
    /// Folder of other files that pages link to.
    static final String FILES = "files";

    private static final int SUBHEADING = 2;
    /// Minimum number of headings for a list of headings on the page.
    private static final int MIN_LISTED_HEADINGS = 3;

    private final DocLibrary library;
    private final Path site;

    /// @param site folder of the site; pictures that do not exist there are omitted
    PageHtml(DocLibrary library, Path site) {
        this.library = library;
        this.site = site;
    }

    /// Returns a page as a complete HTML file.
    String of(DocPage page) {
        return SiteTexts.PAGE
                .replace("@TITLE@", escape(page.title()))
                .replace("@NAME@", SiteTexts.NAME)
                .replace("@SEARCH@", SiteTexts.SEARCH)
                .replace("@THEME@", SiteTexts.THEME)
                .replace("@MENU@", SiteTexts.MENU)
                .replace("@CONTENTS@", contents(page))
                .replace("@HEADINGS@", headings(page))
                .replace("@BODY@", body(page));
    }

    static String file(String page) {
        return page + ".html";
    }

    private String contents(DocPage shown) {
        StringBuilder out = new StringBuilder();
        library.page(DocLibrary.INDEX).ifPresent(index -> writeEntry(out, index, shown));
        for (DocGroup group : library.contents()) {
            out.append("<h2>").append(escape(group.title())).append("</h2>\n<ul>\n");
            for (DocPage page : group.pages()) {
                out.append("<li>");
                writeEntry(out, page, shown);
                out.append("</li>\n");
            }
            out.append("</ul>\n");
        }
        return out.toString();
    }

    private static void writeEntry(StringBuilder out, DocPage page, DocPage shown) {
        out.append("<a href=\"").append(file(page.id())).append('"');
        if (page == shown) {
            out.append(" aria-current=\"page\"");
        }
        out.append('>').append(escape(page.title())).append("</a>");
    }

    private static String headings(DocPage page) {
        List<DocSection> headings =
                page.sections().stream().filter(s -> s.level() == SUBHEADING).toList();
        if (headings.size() < MIN_LISTED_HEADINGS) {
            return "";
        }
        StringBuilder out = new StringBuilder("<nav class=\"headings\" aria-label=\"" + SiteTexts.ON_THIS_PAGE
                + "\"><h2>" + SiteTexts.ON_THIS_PAGE + "</h2><ul>\n");
        for (DocSection s : headings) {
            out.append("<li><a href=\"#")
                    .append(s.anchor())
                    .append("\">")
                    .append(escape(s.title()))
                    .append("</a></li>\n");
        }
        return out.append("</ul></nav>").toString();
    }

    private String body(DocPage page) {
        return HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .attributeProviderFactory(_ -> (node, _, attributes) -> addAttributes(page, node, attributes))
                .nodeRendererFactory(Comments::new)
                .escapeHtml(true)
                .build()
                .render(page.root());
    }

    private static void addAttributes(DocPage page, Node node, Map<String, String> attributes) {
        switch (node) {
            case Heading heading -> page.anchor(heading).ifPresent(a -> attributes.put("id", a));
            case Link link -> attributes.put("href", address(page, link.getDestination()));
            case Image image -> attributes.put("src", address(page, image.getDestination()));
            default -> {
                // Other nodes keep their attributes.
            }
        }
    }

    /// Address of a link's destination in the site.
    private static String address(DocPage page, String destination) {
        return switch (DocTarget.of(page.id(), destination)) {
            case DocTarget.Web(String address) -> address;
            case DocTarget.File(String path) -> FILES + "/" + SiteFiles.location(path);
            case DocTarget.Page(String id, String anchor) ->
                (id.equals(page.id()) && !anchor.isEmpty() ? "" : file(id)) + (anchor.isEmpty() ? "" : "#" + anchor);
        };
    }

    /// Replaces comments that describe pictures with the pictures, and drops other comments.
    private final class Comments implements NodeRenderer {

        private final HtmlWriter html;

        Comments(HtmlNodeRendererContext context) {
            html = context.getWriter();
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(HtmlBlock.class);
        }

        @Override
        public void render(Node node) {
            DocPicture.of(((HtmlBlock) node).getLiteral()).ifPresent(picture -> {
                String file = PICTURES + "/" + picture.name() + ".png";
                if (Files.exists(site.resolve(file))) {
                    html.line();
                    html.tag("figure");
                    html.tag("img", Map.of("src", file, "alt", picture.caption(), "loading", "lazy"), true);
                    html.tag("figcaption");
                    html.text(picture.caption());
                    html.tag("/figcaption");
                    html.tag("/figure");
                    html.line();
                }
            });
        }
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
