package traceglass.app.panel.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import javafx.css.PseudoClass;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.service.query.NodeQuery;
import traceglass.app.panel.PanelFixture;
import traceglass.protos.android.AndroidLogPacket;
import traceglass.protos.common.AndroidLogPriority;
import traceglass.protos.common.BuiltinClock;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// Tests the log list with lines of two machines, and with dimmed lines that do not match the filter.
@ExtendWith(ApplicationExtension.class)
class LogMachinesTest {

    private static final PseudoClass DIM = PseudoClass.getPseudoClass("dim");

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) {
        fixture.open(trace());
        EventPanel.install(fixture.slot, fixture.window.messages());
        PanelFixture.show(stage, new VBox(fixture.slot.host().detailsPane()), 1300, 700);
    }

    /// Four lines of the recording machine, then three of another one; every third line is an error.
    private static Path trace() {
        try {
            Trace.Builder trace = Trace.newBuilder();
            for (int machine : new int[] {0, 77}) {
                ClockSnapshot.Builder clocks =
                        ClockSnapshot.newBuilder().setPrimaryTraceClock(BuiltinClock.BUILTIN_CLOCK_BOOTTIME);
                for (int clock = 1; clock <= 6; clock++) {
                    clocks.addClocksBuilder().setClockId(clock).setTimestamp(1);
                }
                TracePacket.Builder first = TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(1 + machine)
                        .setClockSnapshot(clocks);
                AndroidLogPacket.Builder log = AndroidLogPacket.newBuilder();
                for (int i = 0; i < (machine == 0 ? 4 : 3); i++) {
                    log.addEventsBuilder()
                            .setTimestamp(1000L * (i + 1) + machine)
                            .setPid(100 + machine)
                            .setTid(100 + machine)
                            .setTag("tag " + i % 2)
                            .setMessage("line " + i + " of " + machine)
                            .setPrio(i % 3 == 0 ? AndroidLogPriority.PRIO_ERROR : AndroidLogPriority.PRIO_INFO);
                }
                TracePacket.Builder lines = TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(1 + machine)
                        .setTimestamp(20_000)
                        .setAndroidLog(log);
                if (machine != 0) {
                    first.setMachineId(machine);
                    lines.setMachineId(machine);
                }
                trace.addPacket(first).addPacket(lines);
            }
            Path file = Files.createTempFile("machines", ".pftrace");
            file.toFile().deleteOnExit();
            return Files.write(file, trace.build().toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void open() {
        fixture.open("logs", "logs.show");
    }

    /// Looks up nodes in this test's panel only, since other windows may have tables with the same id.
    private NodeQuery lookup(FxRobot robot, String selector) {
        return robot.from(fixture.slot.host().detailsPane()).lookup(selector);
    }

    private TableView<?> table(FxRobot robot) {
        return lookup(robot, "#logs-table").queryTableView();
    }

    /// Waits until a column shows these texts; null means a dimmed row. Rows are loaded in pages, and cells
    /// are created in a layout pulse.
    private void awaitShown(FxRobot robot, String column, Predicate<List<String>> expected) {
        List<String> texts = new CopyOnWriteArrayList<>();
        try {
            PanelFixture.await(() -> {
                texts.clear();
                cells(robot, column)
                        .forEach(c -> texts.add(String.valueOf(
                                c.getTableRow().getPseudoClassStates().contains(DIM) ? null : c.getText())));
                return texts.size() == table(robot).getItems().size() && expected.test(texts);
            });
        } catch (AssertionError e) {
            throw new AssertionError(table(robot).getItems().size() + " rows, shown: " + texts, e);
        }
    }

    private List<TableCell<?, ?>> cells(FxRobot robot, String column) {
        List<TableCell<?, ?>> found = new ArrayList<>();
        lookup(robot, ".tg-cell").queryAll().forEach(n -> {
            if (n instanceof TableCell<?, ?> c
                    && c.getTableColumn() != null
                    && column.equals(c.getTableColumn().getId())
                    && !c.isEmpty()) {
                found.add(c);
            }
        });
        found.sort(java.util.Comparator.comparingInt(TableCell::getIndex));
        return found;
    }

    @Test
    void showsTheMachineOfEachLineAndFiltersByIt(FxRobot robot) {
        assertEquals(
                List.of("Time", "Machine", "Level"),
                table(robot).getColumns().stream()
                        .limit(3)
                        .map(TableColumn::getText)
                        .toList());
        awaitShown(
                robot,
                "machine",
                machines -> machines.size() == 7
                        && machines.stream().filter("host"::equals).count() == 4
                        && machines.stream().filter("machine 1"::equals).count() == 3);
        Button facet = lookup(robot, "#logs-facet-machine").queryButton();
        assertTrue(facet.isVisible());
        PanelFixture.fx(facet::fire);
        fixture.settle();
        PanelFixture.await(() -> robot.lookup("#logs-facet-machine-values")
                        .queryListView()
                        .getItems()
                        .size()
                == 2);
        // The menu item of the pop-up is as tall as its content.
        PanelFixture.await(() -> {
            var list = robot.lookup("#logs-facet-machine-values").queryListView();
            return list.getHeight() >= 2 * list.getFixedCellSize()
                    && list.getParent().getParent().getLayoutBounds().getHeight() > list.getHeight();
        });
        PanelFixture.fx(() -> {
            var list = robot.lookup("#logs-facet-machine-values").queryListView();
            list.requestFocus();
            list.getSelectionModel().select(1);
        });
        robot.type(javafx.scene.input.KeyCode.SPACE);
        fixture.settle();
        awaitShown(robot, "machine", Collections.nCopies(3, "machine 1")::equals);
    }

    @Test
    void dimsLinesThatDoNotMatch(FxRobot robot) {
        PanelFixture.fx(() -> fixture.slot.host().commands().run("logs.dim"));
        ToggleButton dims = lookup(robot, "#logs-dims").queryAs(ToggleButton.class);
        assertTrue(dims.isSelected());
        PanelFixture.fx(() -> {
            var text = lookup(robot, "#logs-filter").queryTextInputControl();
            text.setText("of 77");
            text.fireEvent(new javafx.event.ActionEvent());
        });
        PanelFixture.await(() -> lookup(robot, "#logs-count")
                .queryAs(Label.class)
                .getText()
                .replace('\u2009', ' ')
                .equals("3 of 7 lines match"));
        fixture.settle();
        // Lines with 77 are from the other machine; the message column may be outside the viewport.
        List<String> matching = Collections.nCopies(3, "machine 1");
        awaitShown(
                robot,
                "machine",
                messages -> messages.size() == 7
                        && messages.stream()
                                .filter(m -> !m.equals("null"))
                                .toList()
                                .equals(matching));
        PanelFixture.fx(dims::fire);
        awaitShown(robot, "machine", matching::equals);
    }
}
