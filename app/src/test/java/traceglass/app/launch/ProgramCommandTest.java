package traceglass.app.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCommandTest {

    private static final String PROPERTY = "java.class.path";

    @TempDir
    Path folder;

    private List<String> command(String classPath) throws Exception {
        String previous = System.getProperty(PROPERTY);
        try {
            System.setProperty(PROPERTY, classPath);
            return ProgramCommand.command(folder);
        } finally {
            System.setProperty(PROPERTY, previous);
        }
    }

    @Test
    void makesTheClassPathAbsolute() throws Exception {
        Path absolute = folder.resolve("b.jar");
        List<String> command = command("a.jar" + File.pathSeparator + absolute);
        assertEquals("traceglass.app.start.Main", command.getLast());
        String classes = Path.of("a.jar").toAbsolutePath() + File.pathSeparator + absolute;
        assertEquals(List.of("-cp", classes), command.subList(command.size() - 3, command.size() - 1));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(0, files.count(), "the command needs no file");
        }
    }

    @Test
    void writesAClassPathThatIsTooLongForACommandIntoAFile() throws Exception {
        Path absolute = folder.resolve("b.jar");
        String classes = String.join(File.pathSeparator, Collections.nCopies(5000, absolute.toString()));
        List<String> command = command(classes);
        assertEquals("@" + folder.resolve("java.options"), command.get(1));
        String options = Files.readString(folder.resolve("java.options"));
        assertTrue(options.contains('"' + classes.replace("\\", "\\\\") + '"'));
    }
}
