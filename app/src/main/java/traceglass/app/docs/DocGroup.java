package traceglass.app.docs;

import java.util.List;

/// Pages under one heading of the contents.
public record DocGroup(String title, List<DocPage> pages) {

    public DocGroup {
        pages = List.copyOf(pages);
    }
}
