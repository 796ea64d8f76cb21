package traceglass.ingest.v8;

import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.protos.chrome.InternedV8JsFunction;
import traceglass.protos.chrome.InternedV8JsScript;
import traceglass.protos.chrome.InternedV8WasmScript;
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
        scripts = context.storage().table("__intrinsic_v8_js_script");
        wasmScripts = context.storage().table("__intrinsic_v8_wasm_script");
        functions = context.storage().table("__intrinsic_v8_js_function");
    }

    int script(InternedV8JsScript script, int isolate) {
        return scriptRows.computeIfAbsent(new Key(isolate, script.getScriptId()), k -> {
            int row = scripts.addRow();
            scripts.ints("v8_isolate_id").set(row, isolate);
            scripts.ints("internal_script_id").set(row, script.getScriptId());
            scripts.strings("script_type")
                    .set(row, strings.intern(script.getType().name().substring("TYPE_".length())));
            scripts.strings("name").set(row, strings.intern(V8Text.of(script.getName())));
            scripts.strings("source").set(row, strings.intern(V8Text.of(script.getSource())));
            return row;
        });
    }

    int wasmScript(InternedV8WasmScript script, int isolate) {
        return wasmRows.computeIfAbsent(new Key(isolate, script.getScriptId()), k -> {
            int row = wasmScripts.addRow();
            wasmScripts.ints("v8_isolate_id").set(row, isolate);
            wasmScripts.ints("internal_script_id").set(row, script.getScriptId());
            wasmScripts.strings("url").set(row, script.hasUrl() ? strings.intern(script.getUrl()) : StringPool.NULL);
            wasmScripts
                    .strings("wire_bytes_base64")
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
        functions.strings("name").set(row, f.nameId);
        functions.ints("v8_js_script_id").set(row, f.script);
        functions.longs("is_toplevel").set(row, f.isToplevel ? 1 : 0);
        functions.strings("kind").set(row, f.kindId);
        functions.longs("line").set(row, f.line);
        functions.longs("col").set(row, f.column);
        return row;
    }

    int functionName(int function) {
        return functions.strings("name").get(function);
    }

    /// Returns the line at which a function begins; 0 if unknown.
    long functionLine(int function) {
        long line = functions.longs("line").get(function);
        return line == LongColumn.NULL ? 0 : line;
    }

    /// Returns the string id of the name of a function's script.
    int scriptName(int function) {
        return scripts.strings("name").get(functions.ints("v8_js_script_id").get(function));
    }
}
