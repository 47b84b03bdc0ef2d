# plumbline_module(NAME GROUP group [LINKS modules...] [PRIVATE packages...])
#
# One folder = one module = one static library `plumbline_NAME`. Its sources are the folder's *.cpp;
# *_test.cpp become the object library `NAME_test_objects`, which goes into two programs:
#   GROUP_tests   the group's test program, what ctest runs (few programs: linking gmock is what costs)
#   NAME_test     the module's alone, not part of `all`: the inner loop
function(plumbline_module name)
    cmake_parse_arguments(arg "" "GROUP" "LINKS;PUBLIC;PRIVATE;TEST_LINKS" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
    file(GLOB tests CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp")
    set(mains ${sources})
    list(FILTER mains INCLUDE REGEX "/main\\.cpp$")
    list(REMOVE_ITEM sources ${tests} ${mains})
    list(TRANSFORM arg_LINKS PREPEND plumbline_ OUTPUT_VARIABLE links)
    list(TRANSFORM arg_TEST_LINKS PREPEND plumbline_ OUTPUT_VARIABLE test_links)

    if(sources)
        add_library(plumbline_${name} STATIC ${sources})
        target_link_libraries(plumbline_${name} PUBLIC ${links} ${arg_PUBLIC}
                              PRIVATE plumbline_options ${arg_PRIVATE})
        if(PLUMBLINE_UNITY)
            plumbline_batches(plumbline_${name} 8)
        endif()
        if(PLUMBLINE_PCH)
            plumbline_source_base()
            target_precompile_headers(plumbline_${name} REUSE_FROM plumbline_source_base)
            # A precompiled header wants the macros it was compiled with.
            target_compile_definitions(plumbline_${name} PRIVATE
                $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
        endif()
    else()
        add_library(plumbline_${name} INTERFACE)
        target_link_libraries(plumbline_${name} INTERFACE ${links} ${arg_PUBLIC})
    endif()

    if(PLUMBLINE_TESTS AND tests)
        plumbline_test_base()
        add_library(${name}_test_objects OBJECT ${tests})
        target_precompile_headers(${name}_test_objects REUSE_FROM plumbline_test_base)
        plumbline_batches(${name}_test_objects 10)
        target_link_libraries(${name}_test_objects
            PRIVATE plumbline_options plumbline_test_options plumbline_${name} ${test_links} GTest::gmock)
        add_executable(${name}_test EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${name}_test_objects>)
        target_link_libraries(${name}_test
            PRIVATE plumbline_${name} ${test_links} GTest::gmock_main)
        set_property(GLOBAL APPEND PROPERTY PLUMBLINE_TEST_GROUPS ${arg_GROUP})
        set_property(GLOBAL APPEND PROPERTY PLUMBLINE_TESTS_${arg_GROUP} ${name})
        set_property(GLOBAL APPEND PROPERTY PLUMBLINE_TEST_LINKS_${arg_GROUP} ${test_links})
    endif()
endfunction()

# Gives the compiler `size` sources of `target` at a time: they share what they include and instantiate,
# which halves the time. The price is that names in the unnamed namespaces of a module must differ, and
# that touching one source compiles its neighbours too.
function(plumbline_batches target size)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
    # g++ takes a batch's sources for headers and warns of what is theirs alone.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# The precompiled header of all other sources: small on purpose, as loading it has its price. An
# include that is missing is found by scripts/tidy, which compiles each source by itself.
function(plumbline_source_base)
    if(NOT TARGET plumbline_source_base)
        file(WRITE "${CMAKE_BINARY_DIR}/source_base.cpp" "")
        add_library(plumbline_source_base OBJECT "${CMAKE_BINARY_DIR}/source_base.cpp")
        target_link_libraries(plumbline_source_base PRIVATE plumbline_options fmt::fmt
                              nlohmann_json::nlohmann_json tl::expected)
        target_precompile_headers(plumbline_source_base PRIVATE
            <algorithm> <array> <chrono> <functional> <map> <memory> <optional> <set> <string>
            <string_view> <vector> <fmt/format.h> <tl/expected.hpp>
            "${CMAKE_SOURCE_DIR}/spec/json/compiled_once.hpp")
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
            <gmock/gmock.h> <gtest/gtest.h> <string> <vector>
            "${CMAKE_SOURCE_DIR}/spec/json/compiled_once.hpp"
            "${CMAKE_SOURCE_DIR}/spec/json/testing.hpp")
    endif()
endfunction()

# Makes the group programs, once every module has registered its tests.
function(plumbline_finish_tests)
    if(NOT PLUMBLINE_TESTS)
        return()
    endif()
    include(GoogleTest)
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
        gtest_discover_tests(${group}_tests DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES
                             WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
                             PROPERTIES TIMEOUT 60)
    endforeach()
endfunction()

# plumbline_fuzzer(NAME LINKS modules... [PRIVATE packages...]): builds NAME_fuzz.cpp as program NAME_fuzz,
# part of the target `fuzzers`. Where it learns from: scripts/fuzz.
function(plumbline_fuzzer name)
    if(NOT PLUMBLINE_FUZZERS)
        return()
    endif()
    cmake_parse_arguments(arg "" "" "LINKS;PRIVATE" ${ARGN})
    list(TRANSFORM arg_LINKS PREPEND plumbline_ OUTPUT_VARIABLE links)
    add_executable(${name}_fuzz ${name}_fuzz.cpp)
    target_link_libraries(${name}_fuzz PRIVATE plumbline_options ${links} ${arg_PRIVATE})
    target_link_options(${name}_fuzz PRIVATE -fsanitize=fuzzer)
    if(NOT TARGET fuzzers)
        add_custom_target(fuzzers)
    endif()
    add_dependencies(fuzzers ${name}_fuzz)
endfunction()

# plumbline_program(NAME module): builds module's main.cpp as program NAME.
function(plumbline_program name module)
    add_executable(${name} main.cpp)
    target_link_libraries(${name} PRIVATE plumbline_options plumbline_${module})
    # Takes the place of malloc: JSON is many small pieces, and Debian's malloc asks the kernel for
    # memory all the time where threads make them. Sanitizers have an allocator of their own.
    if(NOT PLUMBLINE_SANITIZE)
        target_link_libraries(${name} PRIVATE mimalloc)
    endif()
    install(TARGETS ${name} RUNTIME)
endfunction()
