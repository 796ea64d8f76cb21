package traceglass.app.panel.flame;

import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.function.FlameFunctions;
import traceglass.app.panel.flame.shape.BoxTexts;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Styles;
import traceglass.store.text.DisplayText;

/// Details of one function, next to the table of functions: its sums, its callers and its callees.
final class FunctionDetails extends ScrollPane {

    private static final int MAX_CALLS = 25;

    private final VBox box = new VBox(6);
    private final IntConsumer selectFunction;
    private final IntFunction<List<FrameMenu.Item>> actions;
    private long version;

    /// @param selectFunction selects another function
    /// @param actions actions on a function
    FunctionDetails(IntConsumer selectFunction, IntFunction<List<FrameMenu.Item>> actions) {
        this.selectFunction = selectFunction;
        this.actions = actions;
        setContent(box);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setPrefWidth(330);
        setMinWidth(240);
        getStyleClass().addAll("edge-to-edge", "tg-flame-details");
        box.getStyleClass().add("tg-flame-details-box");
    }

    void show(FlameFunctions functions, int function, FlameMeasure measure) {
        long request = ++version;
        box.getChildren().clear();
        if (function < 0 || function >= functions.size()) {
            Label hint = new Label(FlameTexts.FUNCTION_HINT);
            hint.setWrapText(true);
            hint.getStyleClass().add(Styles.TEXT_3);
            box.getChildren().add(hint);
            return;
        }
        FlameFunctions.Function details = functions.get(function);
        Label name = new Label(DisplayText.oneLine(details.name()));
        name.setWrapText(true);
        name.getStyleClass().add(Styles.STRONG);
        name.setId("flame-function");
        box.getChildren().add(name);
        if (!details.module().isEmpty()) {
            Label module = new Label(DisplayText.oneLine(details.module()));
            module.setWrapText(true);
            module.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            box.getChildren().add(module);
        }
        box.getChildren().add(sums(functions, details, measure));
        FlowPane buttons = new FlowPane(6, 6);
        actions.apply(function).stream()
                .filter(FrameMenu.Item::hasButton)
                .forEach(a -> buttons.getChildren().add(FrameDetails.button(a.title(), a.action())));
        box.getChildren().add(buttons);
        // Finding callers and callees visits the whole tree, which may take longer than a frame.
        Thread.ofVirtual().start(() -> {
            List<FlameFunctions.Call> callers = functions.callers(function);
            List<FlameFunctions.Call> callees = functions.callees(function);
            FxThread.later(() -> {
                if (request == version) {
                    addCalls(FlameTexts.CALLERS, "flame-callers", functions, callers, details.total(), measure);
                    addCalls(FlameTexts.CALLEES, "flame-callees", functions, callees, details.total(), measure);
                }
            });
        });
    }

    private static GridPane sums(FlameFunctions functions, FlameFunctions.Function function, FlameMeasure measure) {
        GridPane fields = new GridPane(12, 4);
        int row = FrameDetails.addField(fields, 0, CommonTexts.TOTAL, measure.text(function.total()));
        row = FrameDetails.addField(
                fields, row, FlameTexts.OF_ALL, BoxTexts.share(function.total(), functions.total()));
        row = FrameDetails.addField(fields, row, FlameTexts.SELF, measure.text(function.self()));
        row = FrameDetails.addField(
                fields, row, FlameTexts.SELF_SHARE, BoxTexts.share(function.self(), functions.total()));
        if (functions.isDifference()) {
            row = FrameDetails.addField(fields, row, FlameTexts.IN_BASE, measure.text(function.base()));
            FrameDetails.addField(
                    fields,
                    row,
                    FlameTexts.DIFFERENCE,
                    FlameTexts.difference(measure.difference(function.delta()), function.delta(), function.base()));
        }
        return fields;
    }

    private void addCalls(
            String title,
            String id,
            FlameFunctions functions,
            List<FlameFunctions.Call> calls,
            long total,
            FlameMeasure measure) {
        Label heading = FrameDetails.heading(title);
        VBox rows = new VBox(6);
        rows.setId(id);
        for (FlameFunctions.Call call : calls.subList(0, Math.min(MAX_CALLS, calls.size()))) {
            boolean isEmpty = call.function() < 0;
            rows.getChildren()
                    .add(FrameDetails.row(
                            isEmpty
                                    ? FlameTexts.NO_CALLER
                                    : DisplayText.oneLine(
                                            functions.get(call.function()).name()),
                            measure.textWithoutUnit(call.total()),
                            BoxTexts.share(call.total(), total),
                            isEmpty ? null : () -> selectFunction.accept(call.function())));
        }
        if (calls.isEmpty() || calls.size() > MAX_CALLS) {
            Label more =
                    new Label(calls.isEmpty() ? FlameTexts.CALLS_NOTHING : FlameTexts.more(calls.size() - MAX_CALLS));
            more.getStyleClass().add(Styles.TEXT_3);
            rows.getChildren().add(more);
        }
        box.getChildren().addAll(heading, rows);
    }
}
