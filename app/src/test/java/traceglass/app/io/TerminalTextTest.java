package traceglass.app.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TerminalTextTest {

    private static final String EVIL = "\u001b]0;title\u0007\u001b[2J\u009b31mname\u202e";
    private static final String CLEAN = "·]0;title··[2J·31mname·";

    @TempDir
    Path links;

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void checksEachFileDescriptor() throws IOException {
        createLink(0, "/dev/pts/7");
        createLink(1, "pipe:[81234]");
        createLink(2, "/dev/tty1");
        createLink(3, "/home/me/dev/pts/7");
        createLink(4, "/dev/null");
        assertTrue(TerminalText.isTerminal(0, links));
        assertFalse(TerminalText.isTerminal(1, links));
        assertTrue(TerminalText.isTerminal(2, links));
        assertFalse(TerminalText.isTerminal(3, links));
        assertFalse(TerminalText.isTerminal(4, links));
    }

    private void createLink(int descriptor, String target) throws IOException {
        Files.createSymbolicLink(links.resolve(String.valueOf(descriptor)), Path.of(target));
    }

    @Test
    void cleansDataForATerminalOnly() throws IOException {
        assertNull(TerminalText.cleaner(false));
        assertEquals(CLEAN + "\n", TerminalText.cleaner(true).apply(EVIL + "\n"));
        assertEquals(EVIL, cleanedText(false));
        assertEquals(CLEAN, cleanedText(true));
    }

    private static String cleanedText(boolean isTerminal) throws IOException {
        StringWriter text = new StringWriter();
        try (Writer out = TerminalText.cleaningWriter(text, TerminalText.cleaner(isTerminal))) {
            out.write(EVIL.substring(0, 4));
            out.write(EVIL.toCharArray(), 4, 3);
            out.write(EVIL.charAt(7));
            out.append(EVIL, 8, EVIL.length());
        }
        return text.toString();
    }

    @Test
    void controlCharactersAreRemovedFromAllOutput() {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        ByteArrayOutputStream e = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(o, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(e, true, StandardCharsets.UTF_8));
            CommandOutput.print("File  " + EVIL);
            CommandOutput.report("can't open " + EVIL);
            CommandOutput.reportFailure(new Failure("bad\n" + EVIL));
            CommandOutput.printNote("1.5  " + EVIL + "\nnext");
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        assertEquals("File  " + CLEAN, o.toString(StandardCharsets.UTF_8).strip());
        assertEquals(
                "traceglass: can't open " + CLEAN + "\ntraceglass: bad " + CLEAN + "\n1.5  " + CLEAN + "\nnext",
                e.toString(StandardCharsets.UTF_8).replace("\r", "").strip());
    }
}
