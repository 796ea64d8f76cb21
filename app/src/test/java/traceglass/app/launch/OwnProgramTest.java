package traceglass.app.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnProgramTest {

    private static final String PROPERTY = "java.class.path";

    @TempDir
    Path folder;

    @Test
    void namesTheClassesForAProgramThatStartsInAnotherFolder() throws Exception {
        String before = System.getProperty(PROPERTY);
        Path absolute = folder.resolve("b.jar");
        List<String> command;
        try {
            System.setProperty(PROPERTY, "a.jar" + File.pathSeparator + absolute);
            command = OwnProgram.command(folder);
        } finally {
            System.setProperty(PROPERTY, before);
        }
        assertEquals("traceglass.app.start.Main", command.getLast());
        String options = Files.readString(folder.resolve("java.options"));
        String classes = Path.of("a.jar").toAbsolutePath() + File.pathSeparator + absolute;
        assertTrue(options.contains('"' + classes.replace("\\", "\\\\") + '"'), options);
    }
}
