package traceglass.analysis.subject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.OwnerTable;
import traceglass.analysis.events.RowTable;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.report.AreaReport;

class SubjectsTest {

    private static List<String> names(java.util.function.Predicate<EventTable> filter) {
        return Subjects.tables().stream().filter(filter).map(EventTable::name).toList();
    }

    @Test
    void listsNamedTablesInTheOrderOfMessages() {
        assertEquals(
                List.of(
                        "slice",
                        "sched",
                        "thread_state",
                        "counter",
                        "android_logs",
                        "ftrace_event",
                        "perf_sample",
                        "cpu_profile_stack_sample",
                        "instruments_sample",
                        "heap_profile_allocation",
                        "heap_graph"),
                names(EventTable::isListedInMessages));
        assertTrue(Subjects.table("debug_track_7").orElseThrow().hasCommandLineName());
        assertTrue(Subjects.table("derived_android_startups").orElseThrow().hasCommandLineName());
        assertFalse(Subjects.table("stack_sample").orElseThrow().hasCommandLineName());
        assertEquals(Optional.empty(), Subjects.table("nonsense"));
    }

    @Test
    void tableNamesAreUnique() {
        Set<String> names = new HashSet<>();
        for (RowTable table : Subjects.rows()) {
            assertTrue(names.add(table.name()), table.name());
        }
    }

    @Test
    void searchesTablesInTheOrderOfTheirKinds() {
        assertEquals(
                List.of("slice", "sched", "counter", "android_logs"),
                names(t -> t.search().isPresent()));
    }

    @Test
    void ordersTheTabsOfARange() {
        assertEquals(
                List.of(
                        "area-slices",
                        "area-states",
                        "area-cpu-thread",
                        "area-cpu-process",
                        "area-own-states",
                        "area-counters",
                        "area-power",
                        "area-residency",
                        "area-events",
                        "area-frames",
                        "area-flows",
                        "area-samples",
                        "area-ftrace",
                        "area-logs"),
                Subjects.reports().stream().map(AreaReport::id).toList());
        assertNotSame(
                Subjects.reports().getFirst(),
                Subjects.reports().getFirst(),
                "each report caches data of its own trace");
    }

    @Test
    void offersComparisonsAndListsInOrder() {
        assertEquals(
                List.of("slices", "states", "counters", "frames", "startups"),
                Subjects.comparisons().stream().map(ComparisonKind::id).toList());
        assertEquals(
                List.of("logs", "ftrace"),
                Subjects.listings().stream().map(EventListing::id).toList());
    }

    @Test
    void findsOwnerTables() {
        assertEquals(
                "track",
                Subjects.owner("thread_counter_track").map(OwnerTable::name).orElseThrow());
        assertEquals("thread", Subjects.owner("thread").map(OwnerTable::name).orElseThrow());
        assertEquals(Optional.empty(), Subjects.owner("slice"));
        assertEquals(Optional.empty(), Subjects.owner("debug_track_7"));
    }

    @Test
    void projectsSaveOnlyRowsOfPersistentTables() {
        assertTrue(Subjects.table("slice").orElseThrow().isSavedInProjects());
        assertFalse(Subjects.table("debug_track_7").orElseThrow().isSavedInProjects());
        assertFalse(Subjects.table("computed/formula/1").orElseThrow().isSavedInProjects());
    }

    @Test
    void findsTheTablesThatColumnsReferTo() {
        assertEquals("slice", IdTable.reference("parent_slice_id", null));
        assertEquals("slice", IdTable.reference("parent_id", "slice"));
        assertEquals(null, IdTable.reference("parent_id", "sched"));
        assertEquals("thread_state", IdTable.reference("waker_id", null));
        assertEquals("thread", IdTable.reference("client_utid", null));
        assertEquals(null, IdTable.reference("arg_set_id", null));
    }
}
