package traceglass.app.panel.sql.saved;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.app.settings.StateFile;

/// File with the tabs of the SQL page. Each text follows a line `--@ tab title`, or `--@ tab* title` for the selected
/// tab. If the file cannot be read, there are no tabs.
public final class TabStore {

    private static final String MARK = "--@ tab";

    /// Stored tab.
    public record Tab(String title, String sql) {}

    private final StateFile file;
    private int chosen;
    private String saved = "";

    /// Creates a store.
    ///
    /// @param file the file, or null to store nothing
    public TabStore(@Nullable Path file) {
        this.file = new StateFile(file);
    }

    /// Reads the stored tabs; empty if there are none.
    public List<Tab> read() {
        List<Tab> tabs = new ArrayList<>();
        saved = file.read();
        StringBuilder text = null;
        String title = "";
        for (String line : saved.split("\n", -1)) {
            if (line.startsWith(MARK)) {
                if (text != null) {
                    tabs.add(new Tab(title, body(text)));
                }
                String rest = line.substring(MARK.length());
                if (rest.startsWith("*")) {
                    chosen = tabs.size();
                    rest = rest.substring(1);
                }
                title = rest.strip();
                text = new StringBuilder();
            } else if (text != null) {
                text.append(line).append('\n');
            }
        }
        if (text != null) {
            tabs.add(new Tab(title, body(text)));
        }
        return tabs;
    }

    private static String body(StringBuilder text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '\n') {
            end--;
        }
        return text.substring(0, end);
    }

    /// Index of the selected one among the tabs that were read.
    public int chosen() {
        return chosen;
    }

    /// Stores the tabs asynchronously.
    public void write(List<Tab> tabs, int newChosen) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < tabs.size(); i++) {
            out.append(MARK)
                    .append(i == newChosen ? "* " : " ")
                    .append(tabs.get(i).title.replace('\n', ' '))
                    .append('\n')
                    .append(tabs.get(i).sql)
                    .append("\n\n");
        }
        String text = out.toString();
        if (text.equals(saved)) {
            return;
        }
        saved = text;
        file.write(text);
    }
}
