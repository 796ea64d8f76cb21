package traceglass.app.window.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import traceglass.app.window.FxSupply;
import traceglass.render.TimelineView;
import traceglass.store.time.TimeSpan;

/// Tests two linked timelines while the traces that they show are still being read.
@ExtendWith(ApplicationExtension.class)
class LinkedTimelinesTest {

    private static final TimeSpan FIRST = new TimeSpan(1_000_000, 3_000_000);
    private static final TimeSpan BEGINNING = new TimeSpan(5_000_000, 5_100_000);
    private static final TimeSpan COMPLETE = new TimeSpan(5_000_000, 8_000_000);
    private static final TimeSpan VISIBLE = new TimeSpan(2_000_000, 2_500_000);
    private static final long OFFSET = 4_000_000;

    private TimelineView first;
    private TimelineView second;
    private LinkedTimelines link;

    @BeforeEach
    void linkTimelines() {
        FxSupply.get(() -> {
            first = new TimelineView();
            second = new TimelineView();
            first.setTrace(List.of(), FIRST, n -> new CompletableFuture<>());
            second.setTrace(List.of(), BEGINNING, n -> new CompletableFuture<>());
            link = new LinkedTimelines(first, second, new TrackMatcher(List::of, List::of));
            return null;
        });
    }

    @AfterEach
    void disposeTimelines() {
        FxSupply.get(() -> {
            first.dispose();
            second.dispose();
            return null;
        });
    }

    private void grow(TimeSpan bounds) {
        second.updateTrace(List.of(), bounds, n -> new CompletableFuture<>());
        link.updateAllowedSpan();
    }

    @Test
    void theViewStaysWhileTheSecondTraceGrows() {
        List<TimeSpan> spans = new ArrayList<>();
        FxSupply.get(() -> {
            first.showSpan(VISIBLE);
            link.setOffset(OFFSET);
            first.visibleSpanProperty().addListener((_, _, newValue) -> spans.add(newValue));
            grow(new TimeSpan(5_000_000, 5_200_000));
            grow(COMPLETE);
            return null;
        });
        assertEquals(List.of(), spans);
        assertEquals(
                new TimeSpan(6_000_000, 6_500_000),
                FxSupply.get(() -> second.visibleSpanProperty().get()));
    }

    @Test
    void theViewOfUnlinkedTimelinesReturnsToTheirTraces() {
        FxSupply.get(() -> {
            first.showSpan(VISIBLE);
            link.setOffset(OFFSET);
            link.setLinked(false);
            grow(new TimeSpan(5_000_000, 5_200_000));
            return null;
        });
        assertEquals(VISIBLE, FxSupply.get(() -> first.visibleSpanProperty().get()));
        TimeSpan shown = FxSupply.get(() -> second.visibleSpanProperty().get());
        assertTrue(shown.start() >= 4_990_000 && shown.end() <= 5_202_000, shown.toString());
    }

    @Test
    void unlinkedTimelinesDoNotShowTimesThatOnlyTheOtherTraceCovers() {
        FxSupply.get(() -> {
            link.setOffset(OFFSET);
            grow(COMPLETE);
            link.showAll();
            return null;
        });
        assertEquals(
                3_000_000, FxSupply.get(() -> first.visibleSpanProperty().get().durNs()));
        FxSupply.get(() -> {
            link.setLinked(false);
            return null;
        });
        long shown = FxSupply.get(() -> first.visibleSpanProperty().get().durNs());
        assertTrue(shown >= FIRST.durNs() && shown < FIRST.durNs() * 1.1, shown + " ns");
        assertEquals(COMPLETE, FxSupply.get(() -> second.visibleSpanProperty().get()));
    }

    @Test
    void bothTracesAreShownCompletely() {
        FxSupply.get(() -> {
            first.showSpan(FIRST);
            link.setOffset(OFFSET);
            return null;
        });
        assertTrue(FxSupply.get(link::showsAll));
        FxSupply.get(() -> {
            grow(COMPLETE);
            return null;
        });
        assertFalse(FxSupply.get(link::showsAll), "the second trace is longer than the first");
        FxSupply.get(() -> {
            link.showAll();
            return null;
        });
        assertTrue(FxSupply.get(link::showsAll));
        assertEquals(
                new TimeSpan(1_000_000, 4_000_000),
                FxSupply.get(() -> first.visibleSpanProperty().get()));
    }
}
