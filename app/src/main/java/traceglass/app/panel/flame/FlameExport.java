package traceglass.app.panel.flame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.layout.Region;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlamePprof;
import traceglass.analysis.flame.FlameText;
import traceglass.app.context.Appearance;
import traceglass.app.context.Messages;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Styles;

/// Saves and copies a flame graph: as SVG, as text for flame graph tools, and as a pprof profile.
final class FlameExport {

    /// The displayed graph.
    ///
    /// @param tree as it is drawn
    /// @param focus the frame with the full width
    /// @param byModule whether colors depend on modules
    /// @param measure measure of the tree's values
    /// @param frames the same frames with all values of the source
    /// @param measures measures of those values
    /// @param spanNs duration of the selection in ns
    record DisplayedGraph(
            FlameGraph tree,
            int focus,
            boolean byModule,
            FlameMeasure measure,
            FlameFrames frames,
            List<FlameMeasure> measures,
            long spanNs) {}

    private interface Encoder {
        byte[] encode(DisplayedGraph shown) throws IOException;
    }

    private final Appearance appearance;
    private final Messages messages;
    private final Supplier<DisplayedGraph> shown;

    FlameExport(Appearance appearance, Messages messages, Supplier<DisplayedGraph> shown) {
        this.appearance = appearance;
        this.messages = messages;
        this.shown = shown;
    }

    private byte[] svg(DisplayedGraph s) {
        return FlameSvg.of(s.tree, s.focus, appearance.palette(), s.byModule, s.measure)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] collapsed(DisplayedGraph s) {
        return s.tree.collapsed().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] pprof(DisplayedGraph s) throws IOException {
        return FlamePprof.of(s.frames, s.measures, s.spanNs);
    }

    MenuButton menu() {
        MenuButton export = new MenuButton(FlameTexts.EXPORT, new Icon("export", 15));
        export.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        export.setMinWidth(Region.USE_PREF_SIZE);
        export.setId("flame-export");
        export.getItems()
                .addAll(
                        item("flame-save-svg", FlameTexts.SAVE_SVG, this::saveSvg),
                        item("flame-save-collapsed", FlameTexts.SAVE_COLLAPSED, this::saveCollapsed),
                        item("flame-save-pprof", FlameTexts.SAVE_PPROF, this::savePprof),
                        new SeparatorMenuItem(),
                        item("flame-copy-svg", FlameTexts.COPY_SVG, this::copySvg),
                        item("flame-copy-collapsed", FlameTexts.COPY_COLLAPSED, this::copyCollapsed),
                        item("flame-copy-tsv", FlameTexts.COPY_TSV, this::copyTsv),
                        item("flame-copy-json", FlameTexts.COPY_JSON, this::copyJson),
                        item("flame-copy-markdown", FlameTexts.COPY_MARKDOWN, this::copyMarkdown));
        return export;
    }

    private static MenuItem item(String id, String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setId(id);
        item.setOnAction(e -> action.run());
        return item;
    }

    void saveSvg() {
        save(FlameTexts.SVG_FILE_NAME, FlameTexts.SVG_PICTURE, "svg", this::svg);
    }

    void saveCollapsed() {
        save(FlameTexts.COLLAPSED_FILE_NAME, FlameTexts.COLLAPSED_STACKS, "collapsed", FlameExport::collapsed);
    }

    void savePprof() {
        save(FlameTexts.PPROF_FILE_NAME, FlameTexts.PPROF_PROFILE, "gz", FlameExport::pprof);
    }

    void copySvg() {
        copy(FlameTexts.SVG, this::svg);
    }

    void copyCollapsed() {
        copy(FlameTexts.STACKS, FlameExport::collapsed);
    }

    void copyTsv() {
        copy(FlameTexts.TREE, s -> FlameText.tsv(s.tree, s.measure).getBytes(StandardCharsets.UTF_8));
    }

    void copyJson() {
        copy(FlameTexts.TREE, s -> FlameText.json(s.tree, s.measure).getBytes(StandardCharsets.UTF_8));
    }

    void copyMarkdown() {
        copy(FlameTexts.TREE, s -> FlameText.markdown(s.tree, s.measure).getBytes(StandardCharsets.UTF_8));
    }

    private void copy(String content, Encoder encoder) {
        DisplayedGraph now = shown.get();
        Thread.ofVirtual().start(() -> {
            try {
                String text = new String(encoder.encode(now), StandardCharsets.UTF_8);
                FxThread.later(() -> {
                    FrameMenu.copy(text);
                    messages.status().setState("check", FlameTexts.COPIED, FlameTexts.copied(content, now.tree.size()));
                });
            } catch (IOException e) {
                FxThread.later(() -> messages.notices()
                        .show(Notices.Severity.ERROR, "save-flame", FlameTexts.cantCopy(content, e.getMessage())));
            }
        });
    }

    private void save(String name, String kind, String ending, Encoder encoder) {
        DisplayedGraph now = shown.get();
        messages.dialogs()
                .chooseSave(FlameTexts.SAVE_FLAME_GRAPH, name, kind, ending)
                .ifPresent(file -> Thread.ofVirtual().start(() -> {
                    try {
                        Files.write(file, encoder.encode(now));
                        FxThread.later(() -> messages.status().setState("check", FlameTexts.SAVED, file.toString()));
                    } catch (IOException e) {
                        FxThread.later(() -> messages.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "save-flame",
                                        FlameTexts.cantWrite(file, e.getMessage())));
                    }
                }));
    }
}
