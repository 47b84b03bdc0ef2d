#pragma once
// The functions of filters, and their types. Source: RFC 9535, section 2.4.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::jsonpath {

enum class FilterFunction { kLength, kCount, kMatch, kSearch, kValue };

/// The type of a parameter or result. Source: RFC 9535, section 2.4.1.
enum class FunctionType {
    kValue,    ///< a JSON value, or Nothing
    kLogical,  ///< true or false
    kNodes,    ///< a list of nodes
};

struct FunctionSignature {
    std::string_view name;
    std::span<const FunctionType> parameters;
    FilterFunction function = FilterFunction::kLength;
    FunctionType result = FunctionType::kValue;
};

/// Returns the function of this name, or null.
[[nodiscard]] const FunctionSignature* find_function(std::string_view name);
/// Returns the signature of a function.
[[nodiscard]] const FunctionSignature& signature_of(FilterFunction function);
/// Returns the names of all functions.
[[nodiscard]] std::vector<std::string> function_names();

}  // namespace plumbline::jsonpath
