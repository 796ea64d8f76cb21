package traceglass.record.chrome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget.State;
import traceglass.record.spi.TargetReport;
import traceglass.record.spi.TargetReport.Check;

/// Tests the target name of a browser, and how its program is found and started.
@EnabledOnOs(OS.LINUX)
class ChromeTargetTest {

    @TempDir
    Path folder;

    private Path program(String name, String script) throws Exception {
        Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script);
        assertTrue(program.toFile().setExecutable(true));
        return program;
    }

    @Test
    void isNamedByItsPortOrItsProgram() throws Exception {
        ChromeTarget running = ChromeTarget.at("9222");
        assertEquals("chrome:9222", running.id());
        assertEquals("Chrome on port 9222", running.name());
        assertEquals("DevTools", running.detail());
        assertEquals(State.READY, running.state());
        assertEquals("", running.help());
        assertEquals(Platform.CHROME, running.platform());
        Path program = program("chromium", "");
        ChromeTarget started = new ChromeTarget(0, program, List.of(), Map.of());
        assertEquals("chrome", started.id());
        assertEquals("Chrome", started.name());
        assertEquals("Starts chromium", started.detail());
        assertEquals(State.READY, started.state());
        assertEquals(List.of(Check.ok("Browser", "chromium")), started.inspect().checks());
    }

    @Test
    void portsAreBetween1And65535() throws Exception {
        assertEquals("chrome:1", ChromeTarget.at(" 1 ").id());
        assertEquals("chrome:65535", ChromeTarget.at("65535").id());
        for (String wrong : List.of("0", "65536", "-1", "x", "")) {
            RecordProblem p = assertThrows(RecordProblem.class, () -> ChromeTarget.at(wrong));
            assertEquals("“" + wrong + "” is not a port. Use a target such as chrome:9222.", p.getMessage());
        }
    }

    @Test
    void reportsABrowserThatIsNotRunning() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        TargetReport report = ChromeTarget.at(String.valueOf(port)).inspect();
        assertEquals(1, report.checks().size());
        assertEquals(
                "Browser: not responding",
                report.checks().getFirst().label() + ": "
                        + report.checks().getFirst().value());
        assertTrue(!report.isReady() && report.help().contains(String.valueOf(port)), report.help());
    }

    @Test
    void prefersChromeOverOtherBrowsersOnThePath() throws Exception {
        Map<String, String> path = Map.of("PATH", ":" + folder);
        Path chromium = program("chromium", "");
        Path chrome = program("google-chrome", "");
        assertEquals(Optional.of(chrome), ChromeProgram.find(path));
        assertTrue(chrome.toFile().setExecutable(false));
        assertEquals(Optional.of(chromium), ChromeProgram.find(path).filter(p -> p.startsWith(folder)));
    }

    @Test
    void deletesTheProfileOfABrowserThatDoesNotStart() throws Exception {
        Path arguments = folder.resolve("arguments");
        Path broken = program("chromium", "echo \"$*\" > " + arguments + "\nexit 1\n");
        RecordProblem p = assertThrows(
                RecordProblem.class, () -> ChromeProgram.start(broken, List.of("--extra", "http://a"), Map.of()));
        assertTrue(p.getMessage().startsWith(broken + " was started but does not listen."), p.getMessage());
        List<String> words = List.of(Files.readString(arguments).strip().split(" "));
        assertEquals("--remote-debugging-port=0", words.getFirst());
        assertEquals(List.of("--extra", "http://a"), words.subList(words.size() - 2, words.size()));
        String profile = words.get(1).substring("--user-data-dir=".length());
        assertFalse(Files.exists(Path.of(profile)), profile);
    }
}
