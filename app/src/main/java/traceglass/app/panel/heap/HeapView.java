package traceglass.app.panel.heap;

/// Views of a Java heap dump.
enum HeapView {
    CLASSES(HeapTexts.CLASSES),
    DOMINATORS(HeapTexts.DOMINATORS),
    OBJECTS(HeapTexts.OBJECTS),
    /// Differences from a second dump.
    DIFFERENCES(HeapTexts.DIFFERENCES);

    private final String title;

    HeapView(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
