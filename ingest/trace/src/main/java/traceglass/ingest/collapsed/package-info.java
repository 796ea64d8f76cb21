/// Import of collapsed (folded) callstacks: one line for each stack, `main;run;read 17`.
package traceglass.ingest.collapsed;
