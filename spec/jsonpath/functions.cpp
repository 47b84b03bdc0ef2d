#include "spec/jsonpath/functions.hpp"

#include <algorithm>
#include <iterator>

namespace plumbline::jsonpath {
namespace {

constexpr FunctionType kOneValue[] = {FunctionType::kValue};
constexpr FunctionType kTwoValues[] = {FunctionType::kValue, FunctionType::kValue};
constexpr FunctionType kOneList[] = {FunctionType::kNodes};

/// In the order of FilterFunction.
constexpr FunctionSignature kFunctions[] = {
    {"length", kOneValue, FilterFunction::kLength, FunctionType::kValue},
    {"count", kOneList, FilterFunction::kCount, FunctionType::kValue},
    {"match", kTwoValues, FilterFunction::kMatch, FunctionType::kLogical},
    {"search", kTwoValues, FilterFunction::kSearch, FunctionType::kLogical},
    {"value", kOneList, FilterFunction::kValue, FunctionType::kValue},
};

}  // namespace

const FunctionSignature* find_function(std::string_view name) {
    const auto row = std::find_if(std::begin(kFunctions),
                                  std::end(kFunctions),
                                  [&](const FunctionSignature& one) { return one.name == name; });
    return row == std::end(kFunctions) ? nullptr : row;
}

const FunctionSignature& signature_of(FilterFunction function) {
    return kFunctions[static_cast<std::size_t>(function)];
}

std::vector<std::string> function_names() {
    std::vector<std::string> names;
    for (const FunctionSignature& row : kFunctions) names.emplace_back(row.name);
    return names;
}

}  // namespace plumbline::jsonpath
