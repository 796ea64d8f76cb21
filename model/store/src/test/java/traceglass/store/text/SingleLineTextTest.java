package traceglass.store.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class SingleLineTextTest {

    @Test
    void replacesEscapeSequencesAndControlCharacters() {
        assertEquals("·[31mred·[0m", SingleLineText.of("\u001b[31mred\u001b[0m"));
        assertEquals("a·b·c·d·e", SingleLineText.of("a\u0000b\nc\td\u007fe"));
        assertEquals("·31m·", SingleLineText.of("\u009b31m\u0085"));
    }

    @Test
    void replacesEachCharacterThatChangesTheTextDirection() {
        int[][] ranges = {{0x61c, 0x61c}, {0x200e, 0x200f}, {0x202a, 0x202e}, {0x2066, 0x2069}};
        for (int[] range : ranges) {
            for (int c = range[0]; c <= range[1]; c++) {
                assertEquals("a·b", SingleLineText.of("a" + (char) c + "b"), Integer.toHexString(c));
                assertEquals("a·b", SingleLineText.keepLines("a" + (char) c + "b"), Integer.toHexString(c));
            }
        }
    }

    @Test
    void keepsOtherText() {
        String text = "Größe 測試 😀 עברית";
        assertSame(text, SingleLineText.of(text));
        assertSame(text, SingleLineText.keepLines(text));
    }

    @Test
    void keepsTabsAndLineBreaksOfTextWithSeveralLines() {
        String text = "a\tb\nc\r\nd";
        assertSame(text, SingleLineText.keepLines(text));
        assertEquals("safe·evil\n·[2J·", SingleLineText.keepLines("safe\revil\n\u001b[2J\r"));
    }
}
