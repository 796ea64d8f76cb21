package traceglass.render.font;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.render.FxTest;
import traceglass.render.surface.InstalledFonts;
import traceglass.store.text.SingleLineText;

class MeasuredFontTest {

    @Test
    void cachedWidthsEqualMeasuredWidths() throws Exception {
        Random random = new Random(7);
        List<String> texts = new ArrayList<>(List.of(
                "",
                "a",
                "a\nb",
                "Binder:1234_5",
                "\u202eturned",
                "e\u0301\u0301\u0301",
                "x".repeat(150) + "\t",
                "y".repeat(500)));
        // More texts than cache slots, so that they evict each other.
        for (int i = 0; i < 3000; i++) {
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(40); k >= 0; k--) {
                text.append((char) (random.nextInt(20) == 0 ? random.nextInt(0x3000) : 'A' + random.nextInt(60)));
            }
            texts.add(text.toString());
        }
        FxTest.run(() -> {
            MeasuredFont remembering = InstalledFonts.at(1).ui(12);
            for (int i = 0; i < 20_000; i++) {
                String text = texts.get(random.nextInt(random.nextBoolean() ? 40 : texts.size()));
                double room = random.nextInt(12) * 17.5;
                assertEquals(width(remembering, text), remembering.width(text), 0, text);
                assertEquals(fit(remembering, text, room), remembering.fit(text, room), text);
            }
        });
    }

    @Test
    void aTruncatedTextFitsAndEndsInAnEllipsis() throws Exception {
        FxTest.run(() -> {
            MeasuredFont font = InstalledFonts.at(1).ui(11.5);
            for (int i = 0; i < 2; i++) {
                String cut = font.fit("Choreographer#doFrame 1234", 80);
                assertTrue(cut.endsWith("…") && font.width(cut) <= 80, cut);
                assertEquals("Choreographer#doFrame 1234", font.fit("Choreographer#doFrame 1234", 800));
            }
        });
    }

    /// Width of the text as the sum of its characters, without the cache of texts.
    private static double width(MeasuredFont font, String text) {
        double sum = 0;
        for (char unit : text.toCharArray()) {
            sum += font.width(String.valueOf(unit));
        }
        return sum;
    }

    private static String fit(MeasuredFont font, String text, double room) {
        double sum = 0;
        int keep = 0;
        double ellipsis = font.width("…");
        for (int i = 0; i < text.length(); i++) {
            sum += font.width(text.substring(i, i + 1));
            keep = sum + ellipsis <= room ? i + 1 : keep;
            if (sum > room) {
                int end = keep > 0 && Character.isHighSurrogate(text.charAt(keep - 1)) ? keep - 1 : keep;
                return SingleLineText.of(end < 2 ? "" : text.substring(0, end).stripTrailing() + "…");
            }
        }
        return SingleLineText.of(text);
    }
}
