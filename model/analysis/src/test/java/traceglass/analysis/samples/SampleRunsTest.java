package traceglass.analysis.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.load.EventArrays;
import traceglass.analysis.load.SliceLayout;
import traceglass.analysis.track.SliceData;

class SampleRunsTest {

    /// Callsites are indexes of these stacks, frames are letters.
    private static List<String> boxes(long period, String... samples) {
        long[] id = new long[samples.length];
        long[] ts = new long[samples.length];
        long[] site = new long[samples.length];
        String[] stacks = new String[samples.length];
        for (int i = 0; i < samples.length; i++) {
            String[] parts = samples[i].split(" ");
            id[i] = i;
            ts[i] = Long.parseLong(parts[0]);
            site[i] = i;
            stacks[i] = parts[1];
        }
        EventArrays out = new EventArrays(true);
        SampleRuns.Frames frames = new SampleRuns.Frames() {
            @Override
            public int[] of(long callsite) {
                return stacks[(int) callsite].chars().toArray();
            }

            @Override
            public String name(int frame) {
                return Character.toString(frame);
            }

            @Override
            public String module(int frame) {
                return "";
            }
        };
        SampleRuns.add(frames, id, ts, site, period, out);
        SliceData data = SliceLayout.inRows(out, 10_000);
        List<String> shown = new ArrayList<>();
        for (int row = 0; row < data.rows(); row++) {
            for (int i = data.rowStart()[row]; i < data.rowStart()[row + 1]; i++) {
                assertEquals(row, data.id()[i] % SampleRuns.MAX_DEPTH);
                shown.add(row + " " + data.names()[data.name()[i]] + " " + data.ts()[i] + "-" + data.end()[i] + " #"
                        + data.id()[i] / SampleRuns.MAX_DEPTH);
            }
        }
        return shown;
    }

    @Test
    void equalFramesOfConsecutiveSamplesAreOneBox() {
        assertEquals(
                List.of("0 m 100-140 #0", "1 a 100-120 #0", "1 b 120-130 #2", "1 a 130-140 #3", "2 x 110-120 #1"),
                boxes(10, "100 ma", "110 max", "120 mb", "130 ma"));
    }

    @Test
    void frameBelowAnotherCallerIsAnotherBox() {
        assertEquals(List.of("0 a 0-10 #0", "0 b 10-20 #1", "1 x 0-10 #0", "1 x 10-20 #1"), boxes(10, "0 ax", "10 bx"));
    }

    @Test
    void gapEndsBoxesAfterThePeriod() {
        // A sample that is a little late is not a gap.
        assertEquals(List.of("0 m 0-28 #0", "0 m 100-110 #2"), boxes(10, "0 m", "18 m", "100 m"));
    }

    @Test
    void samplesAtTheSameTimeTakeNoTime() {
        assertEquals(List.of("0 b 0-10 #1"), boxes(10, "0 a", "0 b"));
        assertEquals(List.of(), boxes(10));
    }

    @Test
    void deepStacksAreTruncated() {
        List<String> deep = boxes(10, "0 " + "f".repeat(3000));
        assertEquals(SampleRuns.MAX_DEPTH, deep.size());
    }
}
