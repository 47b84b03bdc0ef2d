#pragma once
// The functions that filters may call, and their types. Source: RFC 9535, section 2.4.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::jsonpath {

enum class Function { kLength, kCount, kMatch, kSearch, kValue };

/// What a function takes or gives. Source: RFC 9535, section 2.4.1.
enum class Type {
    kValue,    ///< a JSON value, or Nothing
    kLogical,  ///< yes or no
    kNodes,    ///< a list of nodes
};

struct FunctionRow {
    std::string_view name;
    std::span<const Type> parameters;
    Function function = Function::kLength;
    Type result = Type::kValue;
};

/// Returns the function of this name, or null.
[[nodiscard]] const FunctionRow* find_function(std::string_view name);
/// Returns the function's row.
[[nodiscard]] const FunctionRow& row_of(Function function);
/// Returns all names.
[[nodiscard]] std::vector<std::string> function_names();

}  // namespace plumbline::jsonpath
