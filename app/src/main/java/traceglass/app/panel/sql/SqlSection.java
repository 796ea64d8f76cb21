package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;

/// The tabs of the SQL page. A project has tabs of its own; without one, the page shows those that a person keeps for all traces.
final class SqlSection implements ProjectSection {

    private final SqlPage page;

    SqlSection(SqlPage page) {
        this.page = page;
    }

    @Override
    public String name() {
        return "sql";
    }

    @Override
    public boolean onlyInProjects() {
        return true;
    }

    @Override
    public Map<String, Object> state() {
        List<Map<String, Object>> tabs = new ArrayList<>();
        for (TabStore.Tab tab : page.kept()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("title", tab.title());
            fields.put("sql", tab.sql());
            tabs.add(fields);
        }
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("tabs", tabs);
        state.put("chosen", (long) page.chosen());
        return state;
    }

    @Override
    public void restore(Fields state) {
        List<TabStore.Tab> tabs = state.objects("tabs").stream()
                .map(f -> new TabStore.Tab(f.text("title", "Query"), f.text("sql", ""))).toList();
        page.showProject(tabs, (int) Math.clamp(state.number("chosen", 0), 0, Integer.MAX_VALUE));
    }

    @Override
    public void saved() {
        page.joinProject();
    }

    @Override
    public void reset() {
        page.showOwnTabs();
    }
}
