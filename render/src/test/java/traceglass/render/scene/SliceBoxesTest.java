package traceglass.render.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.render.frame.SliceFrame;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.Viewport;

/// Tests that the middle of every painted slice finds it. Needs no JavaFX toolkit.
class SliceBoxesTest {

    private static final long END = 1_000_000;

    private static TimelineModel state(Random random) {
        TimelineModel model = new TimelineModel();
        double scale = 1 + random.nextInt(3) / 4.0;
        model.setGeometry(
                new Geometry(300 + random.nextInt(900), 400, 100 + random.nextDouble() * 100, 0, scale, false));
        double span = END * Math.pow(.5, random.nextInt(8));
        model.setViewport(Viewport.at((long) (random.nextDouble() * (END - span)), random.nextDouble(), span));
        return model;
    }

    /// One row of boxes that do not overlap in time.
    private static SliceFrame frame(Random random) {
        int n = 1 + random.nextInt(400);
        long[] start = new long[n];
        long[] end = new long[n];
        byte[] kind = new byte[n];
        long t = random.nextInt(1000);
        for (int i = 0; i < n; i++) {
            kind[i] = (byte) random.nextInt(4);
            start[i] = t;
            t += kind[i] == SliceFrame.INSTANT ? 0 : 1 + (long) (2.0 * END / n * Math.pow(random.nextDouble(), 3));
            end[i] = t;
            t += 1 + (random.nextBoolean() ? 0 : random.nextInt((int) (END / n)));
        }
        return new SliceFrame(0, END, 1, new int[] {0, n}, start, end, new int[n], new int[n], new int[n], kind);
    }

    /// Box that is painted last at a position, without instants, or −1.
    private static int painted(SliceBoxes boxes, double x) {
        int last = -1;
        for (int i = 0; i < boxes.frame().size(); i++) {
            double left = boxes.left(i);
            if (boxes.frame().kind()[i] != SliceFrame.INSTANT && x >= left && x < left + boxes.width(i, left)) {
                last = i;
            }
        }
        return last;
    }

    @Test
    void theMiddleOfEveryUncoveredBoxFindsIt() {
        int count = 0;
        for (int round = 0; round < 150; round++) {
            Random random = new Random(round);
            TimelineModel model = state(random);
            SliceBoxes boxes = new SliceBoxes(model, frame(random), new double[] {1, 1.5, 2}[round % 3]);
            for (int i = 0; i < boxes.frame().size(); i++) {
                boolean isInstant = boxes.frame().kind()[i] == SliceFrame.INSTANT;
                double left = boxes.left(i);
                double middle = isInstant ? boxes.start(i) : left + boxes.width(i, left) / 2;
                boolean isVisible = middle >= model.geometry().timeX()
                        && middle <= model.geometry().width();
                if (isVisible && (isInstant || painted(boxes, middle) == i)) {
                    assertEquals(i, boxes.at(0, middle), "round " + round + ", at " + middle);
                    count++;
                }
            }
        }
        assertTrue(count > 5_000, "the frames do not fit this test: " + count);
    }

    @Test
    void nothingIsFoundFarFromAllBoxes() {
        TimelineModel model = new TimelineModel();
        model.setGeometry(new Geometry(1100, 400, 100, 0, 1, false));
        model.setViewport(new Viewport(0, 0, 1000));
        SliceFrame frame = new SliceFrame(
                0,
                1000,
                1,
                new int[] {0, 2},
                new long[] {100, 500},
                new long[] {200, 500},
                new int[2],
                new int[2],
                new int[] {1, 1},
                new byte[] {SliceFrame.BOX, SliceFrame.INSTANT});
        SliceBoxes boxes = new SliceBoxes(model, frame, 1);
        assertEquals(-1, boxes.at(0, 196.9));
        assertEquals(0, boxes.at(0, 197));
        assertEquals(0, boxes.at(0, 302), "the reach begins at the painted edge, one px before the end");
        assertEquals(-1, boxes.at(0, 302.1));
        assertEquals(1, boxes.at(0, 595));
        assertEquals(-1, boxes.at(0, 605.1));
    }

    @Test
    void boxesAreAtLeastOneDevicePixelWideAndInOrder() {
        for (int round = 0; round < 150; round++) {
            Random random = new Random(-round);
            double scale = new double[] {1, 1.25, 2}[round % 3];
            SliceBoxes boxes = new SliceBoxes(state(random), frame(random), scale);
            double[] lefts = new double[boxes.frame().size()];
            for (int i = 0; i < lefts.length; i++) {
                lefts[i] = boxes.left(i);
                assertTrue(boxes.width(i, lefts[i]) >= 1 / scale - 1e-9);
                assertEquals(Math.rint(lefts[i] * scale), lefts[i] * scale, 1e-6, "an edge is inside a device pixel");
            }
            double[] sorted = lefts.clone();
            Arrays.sort(sorted);
            assertEquals(Arrays.toString(sorted), Arrays.toString(lefts));
        }
    }
}
