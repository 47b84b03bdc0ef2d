# plumbline_module(NAME GROUP group
#                  [PUBLIC_HEADERS headers...] [TEST_HEADERS headers...] [SEPARATE_SOURCES sources...]
#                  [PUBLIC_LINKS modules...] [PRIVATE_LINKS modules...] [TEST_LINKS modules...]
#                  [PUBLIC_PACKAGES packages...] [PRIVATE_PACKAGES packages...])
#
# One folder, with its subfolders, is one module and one static library `plumbline_NAME`. Its sources are
# all *.cpp; *_test.cpp become the object library `NAME_test_objects`, which is linked into two programs:
#   GROUP_tests   the group's test program, run by ctest (few programs, because linking gmock is slow)
#   NAME_test     the tests of this module alone, not part of `all`: for the inner loop
#
# Other modules may include only PUBLIC_HEADERS, and their tests also TEST_HEADERS. PUBLIC_LINKS are the
# modules that a public header includes; all others are PRIVATE_LINKS. scripts/check/layers.py enforces
# both, and that a link list is complete and has no unused entry. SEPARATE_SOURCES are never part of a batch: they need
# options of their own, or include what would disturb others.
function(plumbline_module name)
    cmake_parse_arguments(arg "" "GROUP"
        "PUBLIC_HEADERS;TEST_HEADERS;SEPARATE_SOURCES;PUBLIC_LINKS;PRIVATE_LINKS;TEST_LINKS;PUBLIC_PACKAGES;PRIVATE_PACKAGES" ${ARGN})
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "plumbline_module(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
    file(GLOB_RECURSE tests CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp")
    set(mains ${sources})
    list(FILTER mains INCLUDE REGEX "/main\\.cpp$")
    list(REMOVE_ITEM sources ${tests} ${mains})
    list(TRANSFORM arg_PUBLIC_LINKS PREPEND plumbline_ OUTPUT_VARIABLE public_links)
    list(TRANSFORM arg_PRIVATE_LINKS PREPEND plumbline_ OUTPUT_VARIABLE private_links)
    list(TRANSFORM arg_TEST_LINKS PREPEND plumbline_ OUTPUT_VARIABLE test_links)

    if(sources)
        add_library(plumbline_${name} STATIC ${sources})
        target_link_libraries(plumbline_${name}
            PUBLIC ${public_links} ${arg_PUBLIC_PACKAGES}
            PRIVATE ${private_links} plumbline_options ${arg_PRIVATE_PACKAGES})
        if(PLUMBLINE_UNITY)
            plumbline_batches(plumbline_${name} 54 ${arg_SEPARATE_SOURCES})
        endif()
        if(PLUMBLINE_PCH)
            plumbline_source_base()
            target_precompile_headers(plumbline_${name} REUSE_FROM plumbline_source_base)
            # A precompiled header needs the macros with which it was compiled.
            target_compile_definitions(plumbline_${name} PRIVATE
                $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
        endif()
    else()
        add_library(plumbline_${name} INTERFACE)
        target_link_libraries(plumbline_${name} INTERFACE ${public_links} ${private_links} ${arg_PUBLIC_PACKAGES})
    endif()

    if(PLUMBLINE_TESTS AND tests)
        plumbline_test_base()
        add_library(${name}_test_objects OBJECT ${tests})
        target_precompile_headers(${name}_test_objects REUSE_FROM plumbline_test_base)
        plumbline_batches(${name}_test_objects 120)
        target_link_libraries(${name}_test_objects
            PRIVATE plumbline_options plumbline_test_options plumbline_${name} ${private_links} ${test_links} GTest::gmock)
        add_executable(${name}_test EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${name}_test_objects>)
        target_link_libraries(${name}_test
            PRIVATE plumbline_${name} ${private_links} ${test_links} GTest::gmock_main)
        set_property(GLOBAL APPEND PROPERTY PLUMBLINE_TEST_GROUPS ${arg_GROUP})
        set_property(GLOBAL APPEND PROPERTY PLUMBLINE_TESTS_${arg_GROUP} ${name})
        set_property(GLOBAL APPEND PROPERTY PLUMBLINE_TEST_LINKS_${arg_GROUP} ${private_links} ${test_links})
    endif()
endfunction()

# Compiles the sources of `target` in batches of up to `kilobytes`: they share what they include and
# instantiate, which halves the time. Measured for 200 KB of sources: 20.3 s of CPU time in batches of 36 KB, 14.4 s of
# 72 KB; for tests 38 s of 60 KB, 31 s of 120 KB. No batch takes much longer than the others. The price: names in the
# unnamed namespaces of a module must differ, and a change of one source compiles the others of its batch as
# well. scripts/check/private_names.py runs before the compiler and reports both places where a private name is
# defined twice.
# Sources named after `kilobytes` are compiled on their own.
function(plumbline_batches target kilobytes)
    get_target_property(sources ${target} SOURCES)
    set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}.private_names")
    list(TRANSFORM sources REPLACE "^${CMAKE_SOURCE_DIR}/" "" OUTPUT_VARIABLE names)
    add_custom_command(
        OUTPUT "${stamp}"
        COMMAND Python3::Interpreter -B scripts/check/private_names.py --sources ${names}
        COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
        DEPENDS ${sources}
        WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
        COMMENT "Comparing the private names of ${target}"
        VERBATIM)
    add_custom_target(${target}_private_names DEPENDS "${stamp}")
    add_dependencies(${target} ${target}_private_names)
    list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE separate)
    list(REMOVE_ITEM sources ${separate})
    list(TRANSFORM sources REPLACE "^${CMAKE_SOURCE_DIR}/" "" OUTPUT_VARIABLE names)
    math(EXPR limit "${kilobytes} * 1024")
    set(batch 0)
    set(filled 0)
    set(includes "")
    foreach(source name IN ZIP_LISTS sources names)
        file(SIZE "${source}" size)
        math(EXPR filled "${filled} + ${size}")
        if(filled GREATER limit AND NOT includes STREQUAL "")
            plumbline_write_batch(${target} ${batch} "${includes}")
            math(EXPR batch "${batch} + 1")
            set(filled ${size})
            set(includes "")
        endif()
        string(APPEND includes "#include \"${name}\"\n")
    endforeach()
    plumbline_write_batch(${target} ${batch} "${includes}")
    set_source_files_properties(${sources} PROPERTIES HEADER_FILE_ONLY ON)
    # g++ treats a batch's sources as headers and warns of types that only one source declares.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# Writes a batch and adds it to `target`. CMake's own unity build would write absolute paths: with relative
# ones g++'s compiler cache serves other clones as well.
function(plumbline_write_batch target batch includes)
    set(file "${CMAKE_CURRENT_BINARY_DIR}/${target}_batch_${batch}.cpp")
    file(CONFIGURE OUTPUT "${file}" CONTENT "${includes}" @ONLY)
    target_sources(${target} PRIVATE "${file}")
endfunction()

# The templates that shared_templates.hpp declares, for all sources with a precompiled header.
# Tests always have one.
if(PLUMBLINE_PCH OR PLUMBLINE_TESTS)
    add_library(plumbline_shared_templates STATIC cmake/shared_templates.cpp)
    target_include_directories(plumbline_shared_templates PRIVATE "${CMAKE_SOURCE_DIR}")
    target_compile_definitions(plumbline_shared_templates PRIVATE JSON_USE_IMPLICIT_CONVERSIONS=0)
    target_compile_options(plumbline_shared_templates PRIVATE -O2)
    target_link_libraries(plumbline_shared_templates PRIVATE nlohmann_json::nlohmann_json)
    target_link_libraries(plumbline_options INTERFACE plumbline_shared_templates)
endif()

# The precompiled header of all other sources: small on purpose, as loading it takes time. An
# include that is missing is found by scripts/tidy, which compiles each source separately.
function(plumbline_source_base)
    if(NOT TARGET plumbline_source_base)
        file(WRITE "${CMAKE_BINARY_DIR}/source_base.cpp" "")
        add_library(plumbline_source_base OBJECT "${CMAKE_BINARY_DIR}/source_base.cpp")
        target_link_libraries(plumbline_source_base PRIVATE plumbline_options fmt::fmt
                              nlohmann_json::nlohmann_json tl::expected)
        target_precompile_headers(plumbline_source_base PRIVATE
            <algorithm> <array> <chrono> <functional> <map> <memory> <optional> <set> <string>
            <string_view> <vector> <fmt/format.h> <tl/expected.hpp>
            <cmake/shared_templates.hpp>)
    endif()
endfunction()

# The precompiled header that all test sources share.
function(plumbline_test_base)
    if(NOT TARGET plumbline_test_base)
        file(WRITE "${CMAKE_BINARY_DIR}/test_base.cpp" "")
        add_library(plumbline_test_base OBJECT "${CMAKE_BINARY_DIR}/test_base.cpp")
        target_link_libraries(plumbline_test_base PRIVATE plumbline_options plumbline_test_options GTest::gmock
                              nlohmann_json::nlohmann_json tl::expected)
        target_precompile_headers(plumbline_test_base PRIVATE
            <gmock/gmock.h> <gtest/gtest.h>
            <cmake/shared_templates.hpp> <spec/json/testing.hpp>)
    endif()
endfunction()

# Makes the group programs, after every module has registered its tests. ctest runs each in shards: one
# process for each of thousands of tests would cost more than the tests themselves.
function(plumbline_finish_tests)
    if(NOT PLUMBLINE_TESTS)
        return()
    endif()
    set(shards 4)
    get_property(groups GLOBAL PROPERTY PLUMBLINE_TEST_GROUPS)
    list(REMOVE_DUPLICATES groups)
    foreach(group IN LISTS groups)
        get_property(modules GLOBAL PROPERTY PLUMBLINE_TESTS_${group})
        get_property(extra GLOBAL PROPERTY PLUMBLINE_TEST_LINKS_${group})
        add_executable(${group}_tests)
        foreach(module IN LISTS modules)
            target_sources(${group}_tests PRIVATE $<TARGET_OBJECTS:${module}_test_objects>)
            target_link_libraries(${group}_tests PRIVATE plumbline_${module})
        endforeach()
        target_link_libraries(${group}_tests PRIVATE ${extra} GTest::gmock_main)
        math(EXPR last "${shards} - 1")
        foreach(shard RANGE ${last})
            add_test(NAME unit.${group}.${shard} COMMAND ${group}_tests --gtest_brief=1
                     WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
            set_tests_properties(unit.${group}.${shard} PROPERTIES TIMEOUT 300
                ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}")
        endforeach()
    endforeach()
endfunction()

# plumbline_end_to_end_tests(): makes each *_test.py of the folder one test of ctest. They take longest, so COST starts them
# first.
function(plumbline_end_to_end_tests)
    if(NOT PLUMBLINE_TESTS)
        return()
    endif()
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    file(GLOB files CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/*_test.py")
    foreach(file IN LISTS files)
        get_filename_component(module ${file} NAME_WE)
        string(REGEX REPLACE "_test$" "" name ${module})
        add_test(NAME e2e.${name}
                 COMMAND Python3::Interpreter -m unittest ${module}
                 WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
        set_tests_properties(e2e.${name} PROPERTIES
            TIMEOUT 1800
            COST 100
            ENVIRONMENT "PLUMBLINE_BIN=${CMAKE_RUNTIME_OUTPUT_DIRECTORY};PYTHONPATH=${CMAKE_SOURCE_DIR}/conformance/e2e;PYTHONDONTWRITEBYTECODE=1")
    endforeach()
endfunction()

# plumbline_fuzzer(NAME LINKS modules... [PRIVATE packages...]): builds NAME_fuzz.cpp as program NAME_fuzz,
# part of the target `fuzzers`. Where it learns from: scripts/fuzz. Only `modules` and the target count what is executed,
# which leads the fuzzer to new inputs: counting takes a third of the time of a build.
function(plumbline_fuzzer name)
    if(NOT PLUMBLINE_FUZZERS)
        return()
    endif()
    cmake_parse_arguments(arg "" "" "LINKS;PRIVATE" ${ARGN})
    list(TRANSFORM arg_LINKS PREPEND plumbline_ OUTPUT_VARIABLE links)
    add_executable(${name}_fuzz ${name}_fuzz.cpp)
    target_link_libraries(${name}_fuzz PRIVATE plumbline_options ${links} ${arg_PRIVATE})
    target_link_options(${name}_fuzz PRIVATE -fsanitize=fuzzer)
    foreach(target ${name}_fuzz ${links})
        get_target_property(options ${target} COMPILE_OPTIONS)
        if(NOT options MATCHES "-fsanitize-coverage=")
            target_compile_options(${target} PRIVATE
                -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
        endif()
    endforeach()
    if(NOT TARGET fuzzers)
        add_custom_target(fuzzers)
    endif()
    add_dependencies(fuzzers ${name}_fuzz)
endfunction()

# plumbline_program(NAME module): builds module's main.cpp as program NAME.
function(plumbline_program name module)
    add_executable(${name} main.cpp)
    target_link_libraries(${name} PRIVATE plumbline_options plumbline_${module})
    # Replaces malloc, because JSON is many small pieces. Measured: a POST of the mock takes 0.82, all suites 0.88 of
    # the CPU time. Sanitizers have their own allocator.
    if(NOT PLUMBLINE_SANITIZE)
        target_link_libraries(${name} PRIVATE mimalloc)
    endif()
    install(TARGETS ${name} RUNTIME)
endfunction()
