package traceglass.app.panel.flame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Function;
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
import traceglass.analysis.flame.function.FlameFunctions;
import traceglass.analysis.flame.function.FunctionText;
import traceglass.app.context.Appearance;
import traceglass.app.context.Messages;
import traceglass.app.io.CommandOutput;
import traceglass.app.panel.flame.shape.FlameSvg;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Styles;

/// Saves and copies a flame graph: as SVG, as text for flame graph tools, and as a pprof profile.
final class FlameExport {

    /// The displayed graph.
    ///
    /// @param tree the tree as drawn
    /// @param focus the frame with the full width
    /// @param colorsByModule whether colors depend on modules
    /// @param measure measure of the tree's values
    /// @param frames the same frames with all values of the source
    /// @param measures measures of those values
    /// @param functions the functions if they are displayed, otherwise null
    /// @param order numbers of the displayed functions
    /// @param spanNs duration of the selection in ns
    record DisplayedGraph(
            FlameGraph tree,
            int focus,
            boolean colorsByModule,
            FlameMeasure measure,
            FlameFrames frames,
            List<FlameMeasure> measures,
            FlameFunctions functions,
            int[] order,
            long spanNs) {

        private String tsv() {
            return functions == null ? FlameText.tsv(tree, measure) : FunctionText.tsv(functions, order);
        }

        private String json() {
            return functions == null ? FlameText.json(tree, measure) : FunctionText.json(functions, order);
        }

        private String markdown() {
            return functions == null
                    ? FlameText.markdown(tree, measure)
                    : FunctionText.markdown(functions, order, measure);
        }

        private String content() {
            return functions == null ? FlameTexts.TREE : FlameTexts.TABLE_OF_FUNCTIONS;
        }

        private String summary(String content) {
            return content.equals(FlameTexts.TABLE_OF_FUNCTIONS)
                    ? FlameTexts.copiedFunctions(order.length)
                    : FlameTexts.copied(content, tree.size());
        }
    }

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
        return FlameSvg.of(s.tree, s.focus, appearance.palette(), s.colorsByModule, s.measure)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] encodeCollapsed(DisplayedGraph s) {
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
        MenuItem tsv = item("flame-copy-tsv", FlameTexts.COPY_TSV, this::copyTsv);
        MenuItem json = item("flame-copy-json", FlameTexts.COPY_JSON, this::copyJson);
        MenuItem markdown = item("flame-copy-markdown", FlameTexts.COPY_MARKDOWN, this::copyMarkdown);
        export.getItems()
                .addAll(
                        item("flame-save-svg", FlameTexts.SAVE_SVG, this::saveSvg),
                        item("flame-save-collapsed", FlameTexts.SAVE_COLLAPSED, this::saveCollapsed),
                        item("flame-save-pprof", FlameTexts.SAVE_PPROF, this::savePprof),
                        item("flame-save-table", FlameTexts.SAVE_TABLE, this::saveTable),
                        new SeparatorMenuItem(),
                        item("flame-copy-svg", FlameTexts.COPY_SVG, this::copySvg),
                        item("flame-copy-collapsed", FlameTexts.COPY_COLLAPSED, this::copyCollapsed),
                        tsv,
                        json,
                        markdown);
        export.setOnShowing(_ -> {
            boolean showsFunctions = shown.get().functions != null;
            tsv.setText(showsFunctions ? FlameTexts.COPY_FUNCTIONS_TSV : FlameTexts.COPY_TSV);
            json.setText(showsFunctions ? FlameTexts.COPY_FUNCTIONS_JSON : FlameTexts.COPY_JSON);
            markdown.setText(showsFunctions ? FlameTexts.COPY_FUNCTIONS_MARKDOWN : FlameTexts.COPY_MARKDOWN);
        });
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
        save(FlameTexts.COLLAPSED_FILE_NAME, FlameTexts.COLLAPSED_STACKS, "collapsed", FlameExport::encodeCollapsed);
    }

    void savePprof() {
        save(FlameTexts.PPROF_FILE_NAME, FlameTexts.PPROF_PROFILE, "gz", FlameExport::pprof);
    }

    void copySvg() {
        copy(FlameTexts.SVG, this::svg);
    }

    void copyCollapsed() {
        copy(FlameTexts.STACKS, FlameExport::encodeCollapsed);
    }

    /// Saves the displayed table: the functions, or the tree.
    void saveTable() {
        save(
                shown.get().functions == null ? FlameTexts.TREE_FILE_NAME : FlameTexts.FUNCTIONS_FILE_NAME,
                FlameTexts.TABLE_FILE,
                "tsv",
                s -> s.tsv().getBytes(StandardCharsets.UTF_8));
    }

    void copyTsv() {
        copyTable(DisplayedGraph::tsv);
    }

    void copyJson() {
        copyTable(DisplayedGraph::json);
    }

    void copyMarkdown() {
        copyTable(DisplayedGraph::markdown);
    }

    private void copyTable(Function<DisplayedGraph, String> text) {
        copy(shown.get().content(), s -> text.apply(s).getBytes(StandardCharsets.UTF_8));
    }

    private void copy(String content, Encoder encoder) {
        DisplayedGraph current = shown.get();
        Thread.ofVirtual().start(() -> {
            try {
                String text = new String(encoder.encode(current), StandardCharsets.UTF_8);
                FxThread.later(() -> {
                    FrameMenu.copy(text);
                    messages.status().setState("check", CommonTexts.COPIED, current.summary(content));
                });
            } catch (IOException e) {
                FxThread.later(() -> messages.notices()
                        .show(Notices.Severity.ERROR, "save-flame", FlameTexts.cantCopy(content, e.getMessage())));
            }
        });
    }

    private void save(String name, String kind, String extension, Encoder encoder) {
        DisplayedGraph current = shown.get();
        messages.dialogs()
                .chooseSave(FlameTexts.SAVE_FLAME_GRAPH, name, kind, extension)
                .ifPresent(file -> Thread.ofVirtual().start(() -> {
                    try {
                        Files.write(file, encoder.encode(current));
                        FxThread.later(() -> messages.status().setState("check", CommonTexts.SAVED, file.toString()));
                    } catch (IOException e) {
                        FxThread.later(() -> messages.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "save-flame",
                                        CommonTexts.cantWrite(file, CommandOutput.reason(e))));
                    }
                }));
    }
}
