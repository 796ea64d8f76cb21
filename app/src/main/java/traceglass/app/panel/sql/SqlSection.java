package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.app.panel.sql.saved.TabStore;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;

/// Project section of the SQL page's tabs. A project has its own tabs; without a project, the page shows those of
/// the user.
final class SqlSection implements ProjectSection {

    private final SqlTabBar bar;
    private final TabPersistence tabs;

    SqlSection(SqlTabBar bar, TabPersistence tabs) {
        this.bar = bar;
        this.tabs = tabs;
    }

    @Override
    public String name() {
        return "sql";
    }

    @Override
    public boolean isProjectOnly() {
        return true;
    }

    @Override
    public Map<String, Object> state() {
        List<Map<String, Object>> saved = new ArrayList<>();
        for (TabStore.Tab tab : bar.contents()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("title", tab.title());
            fields.put("sql", tab.sql());
            saved.add(fields);
        }
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("tabs", saved);
        state.put("chosen", (long) bar.selectedIndex());
        return state;
    }

    @Override
    public void restore(Fields state) {
        List<TabStore.Tab> saved = state.objects("tabs").stream()
                .map(f -> new TabStore.Tab(f.text("title", SqlTexts.DEFAULT_TAB), f.text("sql", "")))
                .toList();
        tabs.showProject(saved, Math.clamp(state.number("chosen", 0), 0, Integer.MAX_VALUE));
    }

    @Override
    public void onSaved() {
        tabs.joinProject();
    }

    @Override
    public void reset() {
        tabs.showUserTabs();
    }
}
