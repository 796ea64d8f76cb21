package traceglass.app.cli.mcp;

import static traceglass.store.language.Translations.tr;

/// Texts of the command `mcp`.
final class McpCommandTexts {

    static final String MCP =
            "Let an agent open, query and draw traces: a server of the Model Context Protocol (MCP) on standard input and output.";
    static final String ALLOW =
            "Folder whose files the agent may open; can be repeated. Default: the current folder. Nothing else is read.";
    static final String ALLOW_RECORD =
            "Allow the agent to record traces from devices, this computer and browsers. They are saved in the first allowed folder.";
    static final String MODULES = "Folder with SQL modules for INCLUDE PERFETTO MODULE; can be repeated.";

    private McpCommandTexts() {}

    static String cantStart(String reason) {
        return tr("can't start the server: {0}", reason);
    }
}
