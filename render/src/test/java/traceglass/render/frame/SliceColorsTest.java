package traceglass.render.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.StyledKind;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;

class SliceColorsTest {

    private static SliceColors colors(TrackStyle style, String... keys) {
        SliceData none = new SliceData(
                new int[] {0}, new long[0], new long[0], new long[0], new int[0], new int[0], new byte[0], keys, keys);
        return SliceColors.of(TrackNode.of("k", new StyledKind(style), "n"), none, palette());
    }

    private static Palette palette() {
        return Palette.of(Theme.LIGHT);
    }

    @Test
    void onlyRealTimeThreadsAreHatchedAndAllHaveTheColorOfTheirProcess() {
        SliceColors cpu = colors(TrackStyle.CPU, "app\u0001r", "app\u0001h", "app\u0001n", "app");
        assertArrayEquals(new boolean[] {true, false, false, false}, cpu.hatched());
        for (int argb : cpu.box()) {
            assertEquals(palette().slice("app"), argb);
        }
        assertArrayEquals(
                new boolean[] {false},
                colors(TrackStyle.SLICES, "app\u0001r").hatched(),
                "the name of a slice is not a priority");
    }

    @Test
    void aFrameKeyHasTheColorOfItsOutcome() {
        SliceColors slices = colors(TrackStyle.SLICES, "\u0002Self Jank", "Self Jank");
        assertEquals(palette().frame("Self Jank"), slices.box()[0]);
        assertNotEquals(slices.box()[0], slices.box()[1], "a slice of that name is a slice");
    }
}
