package traceglass.app.panel.events;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.Connection;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import javafx.scene.control.TableView;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.ftrace.FtraceListing;
import traceglass.analysis.listing.EventFilter;
import traceglass.analysis.listing.EventIndex;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.EventRow;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.panel.PanelFixture;
import traceglass.app.session.SessionConnection;
import traceglass.app.testing.SampleFile;
import traceglass.app.testing.TempFolders;
import traceglass.sql.session.SqlSession;

/// Tests the list of raw ftrace events of the built-in trace.
@ExtendWith(ApplicationExtension.class)
class FtraceListTest {

    private final PanelFixture fixture = new PanelFixture();
    private final EventListing listing = new FtraceListing();

    @Start
    void start(Stage stage) throws IOException {
        fixture.open(SampleFile.in(TempFolders.create("ftrace-list")));
        traceglass.app.panel.details.SelectionPanel.install(fixture.slot, fixture.window.messages());
        EventPanel.install(fixture.slot, fixture.window.messages());
        PanelFixture.show(stage, new VBox(fixture.slot.host().detailsPane()), 1300, 700);
    }

    @BeforeEach
    void open() {
        fixture.waitUntilReady();
        PanelFixture.await(() -> fixture.slot
                .host()
                .detailsPane()
                .tab("ftrace")
                .orElseThrow()
                .availableProperty()
                .get());
        PanelFixture.fx(() -> fixture.slot.host().commands().run("ftrace.show"));
        settle();
    }

    private void settle() {
        PanelFixture.await(() -> fixture.slot.trace().session().queries().isIdle());
    }

    private long[] listed(EventFilter filter) throws Exception {
        try (Connection c = SessionConnection.of(fixture.slot.trace().session())) {
            return EventIndex.read(new TraceQueries(c), EventIndex.sql(listing, filter, "", false), true)
                    .keys();
        }
    }

    /// Queries ids by SQL, which reads arguments independently of the list.
    private long[] queryIds(String where) throws Exception {
        LongStream.Builder ids = LongStream.builder();
        try (SqlSession sql = fixture.slot.trace().session().openSql()) {
            sql.run(
                    "SELECT f.id FROM ftrace_event AS f JOIN thread AS t USING (utid) WHERE " + where
                            + " ORDER BY f.ts, f.id",
                    rows -> {
                        while (rows.next()) {
                            ids.add(rows.getLong(0));
                        }
                    });
        }
        return ids.build().toArray();
    }

    @Test
    void listsEventsThatMatchTheFilters() throws Exception {
        assertArrayEquals(
                queryIds("f.name IN ('sched_switch', 'sched_waking')"),
                listed(EventFilter.ALL.withSelected("name", Set.of("sched_switch", "sched_waking"))));
        assertArrayEquals(
                queryIds("f.name = 'sched_switch' AND f.cpu = 1"),
                listed(EventFilter.ALL
                        .withSelected("name", Set.of("sched_switch"))
                        .withSelected("cpu", Set.of("1"))));
        long[] found = listed(
                EventFilter.ALL.withSelected("name", Set.of("sched_switch")).withText("next_pid=24667", false));
        long[] expected = queryIds("f.name = 'sched_switch' AND (extract_arg(f.arg_set_id, 'next_pid') = 24667)");
        assertTrue(expected.length > 100);
        assertArrayEquals(expected, found);
    }

    @Test
    void showsArgumentsOfTheRowsInView(FxRobot robot) {
        TableView<?> table = robot.lookup("#ftrace-table").queryTableView();
        assertTrue(table.getItems().size() > 100_000);
        PanelFixture.await(() -> robot.lookup(".tg-cell").queryAll().stream()
                .anyMatch(n -> n instanceof javafx.scene.control.TableCell<?, ?> c
                        && c.getText() != null
                        && c.getText().contains("=")));
        PanelFixture.fx(() -> table.scrollTo(90_000));
        PanelFixture.await(() -> robot.lookup(".tg-cell").queryAll().stream()
                .anyMatch(n -> n instanceof javafx.scene.control.TableCell<?, ?> c
                        && c.getItem() instanceof Integer i
                        && i > 89_999
                        && c.getText() != null
                        && c.getText().contains("=")));
    }

    @Test
    void readsArgumentsInOrder() throws Exception {
        fixture.slot.trace().session().ensure(listing.requiredData());
        long id = queryIds("f.name = 'sched_switch'")[10];
        try (Connection c = SessionConnection.of(fixture.slot.trace().session())) {
            Map<Long, EventRow> rows = EventRow.read(new TraceQueries(c), listing, new long[] {id}, false);
            String args = rows.get(id).values()[7];
            assertTrue(
                    args.matches("prev_comm=.* prev_pid=\\d+ prev_prio=\\d+ prev_state=\\S+ next_comm=.* next_pid=\\d+"
                            + " next_prio=\\d+"),
                    args);
        }
        assertEquals(id, listing.id(id));
    }

    @Test
    void showsTheArgumentsOfTheSelectedEvent(FxRobot robot) throws Exception {
        long id = queryIds("f.name = 'sched_switch'")[3];
        PanelFixture.fx(() ->
                fixture.slot.selection().set(new traceglass.analysis.select.Selection.Event("ftrace_event", id, 0, 0)));
        PanelFixture.await(() -> fixture.slot
                        .host()
                        .detailsPane()
                        .tab("arguments")
                        .orElseThrow()
                        .countProperty()
                        .get()
                == 7);
        assertEquals(
                "selection", fixture.slot.host().detailsPane().tabs().getFirst().id());
    }

    @Test
    void linksToTheClickedEvent(FxRobot robot) throws Exception {
        long first = listed(EventFilter.ALL)[0];
        PanelFixture.fx(() -> robot.lookup("#ftrace-table").queryTableView().scrollTo(0));
        javafx.scene.Node cell = robot.lookup(".tg-event-time")
                .match((javafx.scene.Node n) -> n instanceof javafx.scene.control.TableCell<?, ?> c
                        && Integer.valueOf(0).equals(c.getItem()))
                .query();
        robot.clickOn(cell);
        assertEquals(java.util.List.of("go ftrace_event " + first), fixture.visited);
    }
}
