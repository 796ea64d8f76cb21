package traceglass.app.cli.agent;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Detects that a coding agent runs the program, by the variables that agents set for the commands they run.
public final class AgentEnvironment {

    /// Variable of this program, which overrides the others: 0 for human users, 1 for agents.
    static final String OVERRIDE = "TRACEGLASS_AGENT";

    /// Variables that agents set, from their documentation and from libraries that detect agents. Excludes
    /// variables that an editor also sets in a terminal for human users.
    private static final List<String> NAMES = List.of(
            "AI_AGENT",
            "CLAUDECODE",
            "CLAUDE_CODE",
            "CURSOR_AGENT",
            "GEMINI_CLI",
            "CODEX_SANDBOX",
            "CODEX_CI",
            "CODEX_THREAD_ID",
            "COPILOT_CLI",
            "OPENCODE",
            "OPENCODE_CLIENT",
            "AMP_CURRENT_THREAD_ID",
            "AUGMENT_AGENT",
            "GOOSE_TERMINAL",
            "CLINE_ACTIVE",
            "QWEN_CODE",
            "ANTIGRAVITY_AGENT");

    private static final Set<String> OFF = Set.of("", "0", "false", "no", "off");

    private AgentEnvironment() {}

    /// Returns whether an agent reads the output of this process.
    ///
    /// @param isTerminal whether standard output is a terminal, which human users read
    public static boolean isAgent(Map<String, String> environment, boolean isTerminal) {
        if (isTerminal) {
            return false;
        }
        String setting = environment.get(OVERRIDE);
        return setting != null
                ? isOn(setting)
                : NAMES.stream().anyMatch(name -> isOn(environment.getOrDefault(name, "")));
    }

    private static boolean isOn(String value) {
        return !OFF.contains(value.toLowerCase(Locale.ROOT));
    }
}
