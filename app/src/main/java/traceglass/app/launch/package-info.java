/// Parameters for launching the program: event references, time ranges, track options, and the built-in sample trace.
package traceglass.app.launch;
