package traceglass.render.color;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class PaletteTest {

    private final Palette light = Palette.of(Theme.LIGHT);
    private final Palette dark = Palette.of(Theme.DARK);

    @Test
    void hashesNamesWithoutTheirDigits() {
        assertEquals(Palette.hueStep("doFrame 191185"), Palette.hueStep("doFrame 191201"));
        assertEquals(HUE_BINDER, Palette.hueStep("binder transaction"));
        assertEquals(HUE_FLINGER, Palette.hueStep("surfaceflinger"));
    }

    private static final int HUE_BINDER = 3;
    private static final int HUE_FLINGER = 19;

    @Test
    void convertsOklchToSrgb() {
        assertEquals(0xFFFFFFFF, Oklch.argb(1, 0, 0));
        assertEquals(0xFF000000, Oklch.argb(0, 0, 0));
        // sRGB red is oklch(0.62796 0.25768 29.234).
        assertEquals(0xFFFF0000, Oklch.argb(.627955, .257683, 29.2339));
    }

    @Test
    void textOnSlicesIsReadable() {
        for (int i = 0; i < 500; i++) {
            assertTrue(contrast(light.slice(name(i)), light.sliceText) >= 9, name(i));
            assertTrue(contrast(dark.slice(name(i)), dark.sliceText) >= 5, name(i));
        }
    }

    private static String name(int i) {
        return "slice" + (char) ('a' + i % 26) + (char) ('a' + i / 26);
    }

    @Test
    void parsesStatesByNameAndByLetter() {
        assertEquals(light.state("Running"), 0xFF317D31);
        assertEquals(light.state("R+"), light.state("Runnable (Preempted)"));
        assertEquals(light.state("D"), light.state("Uninterruptible Sleep (IO)"));
        assertNotEquals(light.state("D"), light.state("Uninterruptible Sleep (non-IO)"));
        assertEquals(ThreadStateKind.SLEEPING, ThreadStateKind.of("S"));
        assertEquals(ThreadStateKind.OTHER, ThreadStateKind.of("Parked"));
    }

    @Test
    void colorBlindPaletteHasOtherStateColors() {
        Palette blind = Palette.of(Theme.LIGHT.withColorBlind(true));
        assertNotEquals(light.state("Running"), blind.state("Running"));
        assertEquals(0xFFFFFFFF, blind.stateText("Running"));
    }

    @Test
    void framesAreColoredByOutcome() {
        assertEquals(0xFFF4622E, light.frame("Self Jank"));
        assertEquals(Palette.mix(0xFFF4622E, 0xFFFFFFFF, .55), light.frame("Self Jank (partial)"));
        assertEquals(light.frame("Buffer Stuffing"), light.frame("SurfaceFlinger Stuffing"));
        assertEquals(light.tokens.text2(), light.frameText("Expected"));
        for (String kind : new String[] {"No Jank", "Self Jank", "Other Jank", "Dropped Frame", "Buffer Stuffing"}) {
            assertTrue(contrast(light.frame(kind), light.frameText(kind)) >= 4.5, kind);
            assertTrue(contrast(dark.frame(kind), dark.frameText(kind)) >= 4.5, kind);
            Palette blind = Palette.of(Theme.LIGHT.withColorBlind(true));
            assertTrue(contrast(blind.frame(kind), blind.frameText(kind)) >= 4.4, kind + " in the color-blind palette");
        }
    }

    @Test
    void tokensBecomeLookedUpColors() {
        String css = TokenCss.of(light.tokens);
        assertTrue(css.contains("-tg-bg: #F4F5F7;"), css);
        assertTrue(css.contains("-tg-border-strong: #C6CBD5;"), css);
        assertTrue(css.contains("-tg-text-2: #505867;"), css);
        assertTrue(css.contains("-tg-selection: rgba(71,87,206,0.129);"), css);
    }

    @Test
    void everyTokenHasTheNameAndColorOfItsComponent() throws ReflectiveOperationException {
        for (Tokens tokens : new Tokens[] {light.tokens, dark.tokens}) {
            StringBuilder expected = new StringBuilder();
            for (var component : Tokens.class.getRecordComponents()) {
                String name = component
                        .getName()
                        .replaceAll("([a-z])([A-Z0-9])", "$1-$2")
                        .toLowerCase(Locale.ROOT);
                expected.append("-tg-")
                        .append(name)
                        .append(": ")
                        .append(Palette.css((int) component.getAccessor().invoke(tokens)))
                        .append("; ");
            }
            assertEquals(expected.toString(), TokenCss.of(tokens));
        }
    }

    @Test
    void sleepingTextIsReadableInBothThemes() {
        for (Theme theme : new Theme[] {Theme.LIGHT, Theme.DARK}) {
            Palette palette = Palette.of(theme);
            assertTrue(contrast(palette.state("Sleeping"), palette.stateText("Sleeping")) >= 4.5, theme.toString());
        }
    }

    private static double contrast(int a, int b) {
        double la = luminance(a);
        double lb = luminance(b);
        return (Math.max(la, lb) + .05) / (Math.min(la, lb) + .05);
    }

    private static double luminance(int argb) {
        return .2126 * linear(argb >> 16 & 255) + .7152 * linear(argb >> 8 & 255) + .0722 * linear(argb & 255);
    }

    private static double linear(int channel) {
        double value = channel / 255.0;
        return value <= .04045 ? value / 12.92 : Math.pow((value + .055) / 1.055, 2.4);
    }
}
