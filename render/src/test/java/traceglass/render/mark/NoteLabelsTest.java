package traceglass.render.mark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Tests that labels of overlapping notes do not overlap.
class NoteLabelsTest {

    @Test
    void aLabelEndsWhereTheNextNoteBegins() {
        NoteLabels labels = new NoteLabels();
        labels.add("script", 150, 156, 280);
        labels.add("slow frame", 100, 106, 300);
        List<NoteLabels.Label> arranged = labels.arranged();
        assertEquals("slow frame", arranged.getFirst().text());
        assertEquals(150, arranged.getFirst().end());
        assertEquals(280, arranged.getLast().end());
    }

    @Test
    void theLastOfSeveralNotesAtOnePlaceHasALabel() {
        NoteLabels labels = new NoteLabels();
        labels.add("first", 100, 106, 300);
        labels.add("second", 100, 106, 200);
        assertEquals(
                List.of("second"),
                labels.arranged().stream().map(NoteLabels.Label::text).toList());
    }

    @Test
    void labelsOfRandomNotesDoNotOverlap() {
        Random random = new Random(24);
        for (int round = 0; round < 200; round++) {
            NoteLabels labels = new NoteLabels();
            for (int i = 0; i < 20; i++) {
                double left = random.nextInt(500);
                labels.add("note " + i, left, left + 6, left + random.nextInt(200));
            }
            double end = 0;
            for (NoteLabels.Label label : labels.arranged()) {
                assertTrue(label.left() >= end, label + " begins before " + end);
                assertTrue(label.end() > label.x());
                end = label.end();
            }
        }
    }
}
