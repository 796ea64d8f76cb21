package traceglass.ingest.v8;

import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.protos.chrome.InternedV8JsFunction;
import traceglass.protos.chrome.InternedV8JsScript;
import traceglass.protos.chrome.InternedV8WasmScript;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Rows of the scripts that V8 ran and of their functions; one row per script or function regardless of how
/// often it is interned.
final class V8Scripts {

    private final StringPool strings;
    private final Table scripts;
    private final Table wasmScripts;
    private final Table functions;
    private final Map<Key, Integer> scriptRows = new HashMap<>();
    private final Map<Key, Integer> wasmRows = new HashMap<>();
    private final Map<Function, Integer> functionRows = new HashMap<>();

    private record Key(int isolate, int scriptId) {}

    private record Function(int nameId, int script, boolean isToplevel, int kindId, long line, long column) {}

    V8Scripts(ImportContext context) {
        strings = context.strings();
        scripts = context.storage().table(TableNames.V8JsScript.TABLE);
        wasmScripts = context.storage().table(TableNames.V8WasmScript.TABLE);
        functions = context.storage().table(TableNames.V8JsFunction.TABLE);
    }

    int script(InternedV8JsScript script, int isolate) {
        return scriptRows.computeIfAbsent(new Key(isolate, script.getScriptId()), k -> {
            int row = scripts.addRow();
            scripts.ints(TableNames.V8JsScript.V8_ISOLATE_ID).set(row, isolate);
            scripts.ints(TableNames.V8JsScript.INTERNAL_SCRIPT_ID).set(row, script.getScriptId());
            scripts.strings(TableNames.V8JsScript.SCRIPT_TYPE)
                    .set(row, strings.intern(script.getType().name().substring("TYPE_".length())));
            scripts.strings(TableNames.V8JsScript.NAME).set(row, strings.intern(V8Text.of(script.getName())));
            scripts.strings(TableNames.V8JsScript.SOURCE).set(row, strings.intern(V8Text.of(script.getSource())));
            return row;
        });
    }

    int wasmScript(InternedV8WasmScript script, int isolate) {
        return wasmRows.computeIfAbsent(new Key(isolate, script.getScriptId()), k -> {
            int row = wasmScripts.addRow();
            wasmScripts.ints(TableNames.V8WasmScript.V8_ISOLATE_ID).set(row, isolate);
            wasmScripts.ints(TableNames.V8WasmScript.INTERNAL_SCRIPT_ID).set(row, script.getScriptId());
            wasmScripts
                    .strings(TableNames.V8WasmScript.URL)
                    .set(row, script.hasUrl() ? strings.intern(script.getUrl()) : StringPool.NULL);
            wasmScripts
                    .strings(TableNames.V8WasmScript.WIRE_BYTES_BASE64)
                    .set(
                            row,
                            strings.intern(Base64.getEncoder()
                                    .encodeToString(script.getWireBytes().toByteArray())));
            return row;
        });
    }

    int function(InternedV8JsFunction function, int nameId, int script) {
        long line = LongColumn.NULL;
        long column = LongColumn.NULL;
        if (function.hasLine() && function.hasColumn()) {
            line = function.getLine() & 0xFFFF_FFFFL;
            column = function.getColumn() & 0xFFFF_FFFFL;
        } else if (function.hasByteOffset()) {
            // Only the byte offset in the source is known; it is stored as a column in one long line.
            line = 1;
            column = function.getByteOffset() & 0xFFFF_FFFFL;
        }
        int kind = strings.intern(function.getKind().name().substring("KIND_".length()));
        return functionRows.computeIfAbsent(
                new Function(nameId, script, function.getIsToplevel(), kind, line, column), this::add);
    }

    private int add(Function f) {
        int row = functions.addRow();
        functions.strings(TableNames.V8JsFunction.NAME).set(row, f.nameId);
        functions.ints(TableNames.V8JsFunction.V8_JS_SCRIPT_ID).set(row, f.script);
        functions.longs(TableNames.V8JsFunction.IS_TOPLEVEL).set(row, f.isToplevel ? 1 : 0);
        functions.strings(TableNames.V8JsFunction.KIND).set(row, f.kindId);
        functions.longs(TableNames.V8JsFunction.LINE).set(row, f.line);
        functions.longs(TableNames.V8JsFunction.COL).set(row, f.column);
        return row;
    }

    int functionName(int function) {
        return functions.strings(TableNames.V8JsFunction.NAME).get(function);
    }

    /// Returns the line at which a function begins; 0 if unknown.
    long functionLine(int function) {
        long line = functions.longs(TableNames.V8JsFunction.LINE).get(function);
        return line == LongColumn.NULL ? 0 : line;
    }

    /// Returns the string id of the name of a function's script.
    int scriptName(int function) {
        return scripts.strings(TableNames.V8JsScript.NAME)
                .get(functions.ints(TableNames.V8JsFunction.V8_JS_SCRIPT_ID).get(function));
    }
}
