package traceglass.render.windowless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import traceglass.render.FxTest;
import traceglass.render.SyntheticTrace;
import traceglass.render.TimelineView;

class RenderBenchTest {

    @Test
    void runsThroughATraceAndReportsResults() throws Exception {
        TimelineView view = FxTest.timeline(new SyntheticTrace(1, 0, 10_000_000_000L, 4, 30, 4, 500), 1000, 700);
        FxTest.run(view.tracks()::expandAll);
        RenderBench.RenderBenchResult results =
                FxTest.call(() -> RenderBench.run(view, 60)).get(60, TimeUnit.SECONDS);
        assertTrue(results.frames() > 20, results.toString());
        assertTrue(results.fxMsP50() > 0 && results.fxMsP50() <= results.fxMsP99(), results.toString());
        assertTrue(results.buildMsP50() <= results.buildMsP99(), results.toString());
        FxTest.run(view::dispose);
    }

    @Test
    void percentilesMatchTheSortedValues() {
        double[] values = {5, 1, 4, 2, 3};
        assertEquals(3, RenderBench.percentile(values, .5));
        assertEquals(5, RenderBench.percentile(values, .99));
        assertEquals(0, RenderBench.percentile(new double[0], .5));
    }
}
