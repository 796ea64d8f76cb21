package traceglass.app.cli.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentEnvironmentTest {

    @Test
    void agentsAreRecognizedByTheirVariables() {
        for (String name :
                List.of("AI_AGENT", "CLAUDECODE", "CURSOR_AGENT", "GEMINI_CLI", "CODEX_SANDBOX", "OPENCODE")) {
            assertTrue(AgentEnvironment.isAgent(Map.of(name, "1"), false), name);
            assertFalse(AgentEnvironment.isAgent(Map.of(name, "0"), false), name);
            assertFalse(AgentEnvironment.isAgent(Map.of(name, ""), false), name);
        }
        assertFalse(AgentEnvironment.isAgent(Map.of("HOME", "/", "TERM_PROGRAM", "vscode"), false));
    }

    @Test
    void usersAtATerminalAreNotAgents() {
        assertFalse(AgentEnvironment.isAgent(Map.of("CLAUDECODE", "1", "TRACEGLASS_AGENT", "1"), true));
    }

    @Test
    void theVariableOfTraceglassTakesPrecedence() {
        assertTrue(AgentEnvironment.isAgent(Map.of("TRACEGLASS_AGENT", "1"), false));
        assertFalse(AgentEnvironment.isAgent(Map.of("TRACEGLASS_AGENT", "off", "CLAUDECODE", "1"), false));
    }
}
