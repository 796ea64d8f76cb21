package traceglass.app.cli.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.UsageErrors;
import traceglass.app.shell.SqlParameter;
import traceglass.sql.session.BoundSql;

/// Values for the parameters `$x` and `:x` of SQL, from the options `--param x=…`.
final class QueryParameters {

    private List<String> values = new ArrayList<>();

    /// Adds the option to a command.
    void addTo(CommandSpec spec) {
        spec.addOption(OptionSpecs.list("--param", String.class, () -> values, v -> values = v)
                .paramLabel("NAME=VALUE")
                .description(QueryTexts.PARAM)
                .build());
    }

    /// Returns the SQL with the values in place of its parameters.
    ///
    /// @param spec command line for errors: an option that can't be parsed, or whose parameter does not exist
    BoundSql bind(String sql, CommandSpec spec) {
        Map<String, Object> values = new HashMap<>();
        Set<String> names = this.values.isEmpty() ? Set.of() : BoundSql.names(sql);
        for (String text : this.values) {
            SqlParameter parameter = read(text, spec);
            if (!names.contains(parameter.name())) {
                throw UsageErrors.of(spec, QueryTexts.noSuchParameter(parameter.name(), names));
            }
            if (values.containsKey(parameter.name())) {
                throw UsageErrors.of(spec, QueryTexts.repeatedParameter(parameter.name()));
            }
            values.put(parameter.name(), parameter.value());
        }
        return BoundSql.named(sql, values);
    }

    private static SqlParameter read(String text, CommandSpec spec) {
        try {
            return SqlParameter.parse(text);
        } catch (IllegalArgumentException e) {
            throw UsageErrors.of(spec, QueryTexts.wrongParameter(e.getMessage()));
        }
    }
}
