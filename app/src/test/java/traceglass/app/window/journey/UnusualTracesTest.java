package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import traceglass.analysis.select.Selection;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.store.time.TimeSpan;

/// Tests that traces with unusual content are drawn and can be inspected.
class UnusualTracesTest extends WindowScenario {

    private static final String EVENT = "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%s,\"dur\":%s,\"name\":\"%s\"}";

    private int traces;

    private void open(FxRobot robot, String... events) throws Exception {
        Path file = Files.writeString(
                folder.resolve("odd" + ++traces + ".json"), "{\"traceEvents\":[" + String.join(",\n", events) + "]}");
        open(robot, file);
        robot.interact(() -> view.tracks().expandAll());
        fixture.settle();
    }

    private static String event(String ts, String dur, String name) {
        return EVENT.formatted(ts, dur, name);
    }

    private void select(FxRobot robot, long id) throws Exception {
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", id));
        WindowFixture.waitFor(() ->
                window.slot().selection().get() instanceof Selection.Event e && e.id() == id && window.isComplete());
        fixture.settle();
    }

    /// Returns the texts drawn on the timeline in drawing order.
    private List<String> drawn() throws Exception {
        String svg = WaitForAsyncUtils.asyncFx(() -> view.toSvg(1, "odd"))
                .get(30, TimeUnit.SECONDS)
                .get(30, TimeUnit.SECONDS);
        Document parsed =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        NodeList texts = parsed.getElementsByTagName("text");
        List<String> found = new ArrayList<>();
        for (int i = 0; i < texts.getLength(); i++) {
            found.add(texts.item(i).getTextContent());
        }
        return found;
    }

    private static void assertShortAndPrintable(String text) {
        assertTrue(text.length() < 1000, "a text of " + text.length() + " characters");
        assertTrue(
                text.codePoints()
                        .noneMatch(
                                c -> c < ' ' || c == 0x7f || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069),
                text);
    }

    @Test
    void longAndUnprintableNamesAreShownShortAndPrintable(FxRobot robot) throws Exception {
        String[] names = {
            "n".repeat(100_000),
            "ctl\\u0001\\u0002\\n\\t\\u007f end",
            "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd",
            "\uD83D\uDE00 smile",
            "\\u202eoverride\\u202c back",
            "",
            "   ",
            "e\u0301".repeat(200)
        };
        String[] events = new String[names.length + 1];
        for (int i = 0; i < names.length; i++) {
            events[i] = event(Integer.toString(i * 1000), "900", names[i])
                    .replace("}", ",\"cat\":\"" + names[i] + "\",\"args\":{\"note\":\"" + names[i] + "\"}}");
        }
        events[names.length] = "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\""
                + "p".repeat(100_000) + "\"}}";
        open(robot, events);
        List<String> texts = drawn();
        texts.forEach(UnusualTracesTest::assertShortAndPrintable);
        assertTrue(texts.stream().anyMatch(t -> t.startsWith("nnn") && t.endsWith("…")), texts.toString());
        assertTrue(texts.stream().anyMatch(t -> t.startsWith("ctl·")), texts.toString());
        assertTrue(texts.stream().anyMatch(t -> t.startsWith("\u05e9\u05dc")), texts.toString());
        assertTrue(texts.stream().anyMatch(t -> t.startsWith("\uD83D\uDE00")), texts.toString());
        for (int i = 0; i < names.length; i++) {
            select(robot, i);
            String title = robot.lookup("#details-name").queryAs(Label.class).getText();
            assertShortAndPrintable(title);
            for (javafx.scene.Node label : robot.lookup("#details .label").queryAll()) {
                assertShortAndPrintable(((Label) label).getText());
            }
        }
    }

    @Test
    void zeroAndNegativeDurationsAreDrawnAndReported(FxRobot robot) throws Exception {
        open(robot, event("0", "0", "zero"), event("500", "-50", "negative"), event("600", "50", "after"));
        List<String> texts = drawn();
        assertTrue(texts.contains("after"), texts.toString());
        select(robot, 0);
        assertEquals("zero", robot.lookup("#details-name").queryAs(Label.class).getText());
        TimeSpan visible = view.visibleSpanProperty().get();
        assertTrue(visible.durNs() > 0);
        long[] negative = {-1};
        robot.interact(() -> window.slot()
                .trace()
                .session()
                .queries()
                .submit(
                        "count",
                        q -> {
                            try (var s = q.connection().createStatement();
                                    var r = s.executeQuery("SELECT count(*) FROM slice WHERE dur < -1")) {
                                r.next();
                                return r.getLong(1);
                            }
                        },
                        n -> negative[0] = n,
                        e -> negative[0] = -2));
        WindowFixture.waitFor(() -> negative[0] != -1);
        assertEquals(0, negative[0], "a slice with a negative duration is kept");
    }

    @Test
    void aTraceWithOneEventShowsIt(FxRobot robot) throws Exception {
        for (String one : List.of(
                event("1000", "10", "only"),
                event("0", "0", "only"),
                "{\"ph\":\"i\",\"pid\":1,\"tid\":1,\"ts\":1000,\"s\":\"t\",\"name\":\"only\"}")) {
            open(robot, one);
            select(robot, 0);
            long ts = ((Selection.Event) window.slot().selection().get()).ts();
            double x = FxSupply.get(() -> view.timeX(ts));
            assertTrue(x >= view.labelWidth() - 1 && x < view.getWidth(), one + " is drawn at " + x);
            assertTrue(view.visibleSpanProperty().get().durNs() >= 10);
            robot.interact(() -> {
                view.viewportControls().zoomBy(.5);
                view.viewportControls().zoomBy(4);
                view.viewportControls().panBy(.5);
                view.viewportControls().zoomToFit();
            });
            fixture.settle();
            drawn().forEach(UnusualTracesTest::assertShortAndPrintable);
        }
    }

    @Test
    void aTraceOfNineDaysShowsTenNanosecondsExactly(FxRobot robot) throws Exception {
        long dayUs = 86_400_000_000L;
        open(
                robot,
                event("0", Long.toString(dayUs), "first day"),
                event(5 * dayUs + ".123", "0.010", "tiny"),
                event(Long.toString(9 * dayUs - 10), "10", "last"));
        assertEquals(9 * dayUs * 1000, view.bounds().durNs());
        List<String> texts = drawn();
        assertTrue(texts.contains("first day"), texts.toString());
        assertTrue(texts.stream().anyMatch(t -> t.matches("\\d{2,3}:00:00")), "no hours on the axis: " + texts);
        select(robot, 1);
        run(robot, "timeline.focus");
        fixture.settle();
        TimeSpan visible = view.visibleSpanProperty().get();
        long ts = 5 * dayUs * 1000 + 123;
        assertTrue(visible.contains(ts) && visible.durNs() < 100, visible.toString());
        double left = FxSupply.get(() -> view.timeX(ts));
        double right = FxSupply.get(() -> view.timeX(ts + 10));
        assertEquals(.8, (right - left) / (view.getWidth() - view.labelWidth()), .02);
    }

    @Test
    void aSliceWithHundredsOfThousandsOfArgumentsCanBeFiltered(FxRobot robot) throws Exception {
        int n = 200_000;
        StringBuilder args = new StringBuilder();
        for (int i = 0; i < n; i++) {
            args.append(i == 0 ? "" : ",").append("\"k").append(i).append("\":").append(i);
        }
        open(robot, event("0", "1000", "many").replace("}", ",\"args\":{" + args + "}}"));
        select(robot, 0);
        robot.interact(() -> window.slot()
                .host()
                .detailsPane()
                .tab("arguments")
                .filter(t -> t.availableProperty().get())
                .ifPresent(window.slot().host().detailsPane()::select));
        WindowFixture.waitFor(() -> robot.lookup("#args-list").tryQuery().isPresent() && window.isComplete());
        assertEquals(
                n,
                robot.lookup("#args-list").queryAs(ListView.class).getItems().size(),
                "the window was reported as complete before all arguments were listed");
        assertFalse(robot.lookup("#args-filter").queryAll().isEmpty());
        robot.interact(
                () -> robot.lookup("#args-filter").queryAs(TextField.class).setText("k199999"));
        WindowFixture.waitFor(() ->
                robot.lookup("#args-list").queryAs(ListView.class).getItems().size() == 1);
    }
}
