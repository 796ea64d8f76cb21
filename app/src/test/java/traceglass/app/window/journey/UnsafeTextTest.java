package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.testfx.api.FxRobot;
import traceglass.app.ui.Notices;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.store.text.SingleLineText;

/// Tests that no label shows control characters of file names and traces.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "file names can't contain control characters")
class UnsafeTextTest extends WindowScenario {

    private static final String UNSAFE = "\\u001b[31mred\\u202eder\\u009b\\u061c\\u200e\\u2067";

    private static final String TRACE = """
        {"traceEvents": [
          {"ph": "M", "name": "process_name", "pid": 10, "args": {"name": "app UNSAFE"}},
          {"ph": "M", "name": "thread_name", "pid": 10, "tid": 11, "args": {"name": "main UNSAFE"}},
          {"ph": "X", "name": "outer UNSAFE", "cat": "UNSAFE", "pid": 10, "tid": 11, "ts": 1000, "dur": 8000,
           "args": {"key UNSAFE": "value UNSAFE"}},
          {"ph": "C", "name": "load UNSAFE", "pid": 10, "tid": 10, "ts": 1000, "args": {"value": 5}}
        ]}
        """.replace("UNSAFE", UNSAFE);

    @Test
    void labelsShowNoControlCharacters(FxRobot robot) throws Exception {
        String name = "trace\u001b[2J\u202e.json";
        Path file = Files.write(folder.resolve(name), TRACE.getBytes(StandardCharsets.UTF_8));
        open(robot, file);
        String title = FxSupply.get(() -> window.titleProperty().get());
        assertTrue(title.startsWith("trace·[2J·.json"), title);
        robot.interact(() -> {
            window.slot().navigation().navigator().goTo("slice", 1);
            window.slot().host().detailsPane().openProperty().set(true);
            window.context().messages().notices().show(Notices.Severity.WARN, "test", "can't read " + name);
            window.context().messages().status().setState("check", "Copied", name);
        });
        WindowFixture.waitFor(() -> window.slot().trace().session().queries().isIdle());
        fixture.settle();
        for (String page : List.of("overview", "sql", "timeline")) {
            robot.interact(() -> window.page(page).ifPresent(this::showPage));
            WindowFixture.waitFor(
                    () -> window.slot().trace().session().queries().isIdle());
            fixture.settle();
            List<String> shown = FxSupply.get(() -> texts(window.root()));
            assertTrue(shown.contains("trace·[2J·.json"), () -> page + ": " + shown);
            List<String> unsafe = shown.stream()
                    .filter(t -> !SingleLineText.keepLines(t).equals(t))
                    .map(SingleLineText::of)
                    .toList();
            assertEquals(List.of(), unsafe, page);
        }
    }

    private static List<String> texts(Node node) {
        List<String> texts = new ArrayList<>();
        if (node instanceof Labeled label) {
            texts.add(Objects.requireNonNullElse(label.getText(), ""));
        }
        texts.add(Objects.requireNonNullElse(node.getAccessibleText(), ""));
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> texts.addAll(texts(child)));
        }
        return texts;
    }
}
